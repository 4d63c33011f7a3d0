#include "framework/tune/strategy/gaussian_process.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace assay {
namespace {

// Priors, normal in theta: a length of the whole range, an importance of one half, noise of a tenth
// of the deviation, a share of 0.12 for kinship. They are weak: they decide where a few
// observations cannot.
struct Prior {
  double mean;
  double deviation;
};
constexpr Prior length_prior{0, 1};
constexpr Prior importance_prior{0, 1.5};
constexpr Prior noise_prior{-4.6, 2};
constexpr Prior kinship_prior{-2, 1.5};

// The share by which the priors' deviations shrink about what was learnt where all is the same.
constexpr double learnt_narrows = 0.5;

constexpr int learning_steps = 15;

Eigen::Index index(std::size_t value) { return static_cast<Eigen::Index>(value); }

// One element of all priors, in the order of theta.
Eigen::VectorXd all_priors(std::size_t parameters, double Prior::*element) {
  Eigen::VectorXd theta(2 * index(parameters) + 2);
  theta.head(index(parameters)).setConstant(length_prior.*element);
  theta.segment(index(parameters), index(parameters)).setConstant(importance_prior.*element);
  theta.tail<2>() << noise_prior.*element, kinship_prior.*element;
  return theta;
}

}  // namespace

GaussianProcess::GaussianProcess(std::vector<Axis> axes)
    : theta_(all_priors(axes.size(), &Prior::mean)),
      prior_mean_(theta_),
      prior_deviation_(all_priors(axes.size(), &Prior::deviation)) {
  for (Axis& axis : axes) factors_.emplace_back(std::move(axis));
  set_factors();
}

void GaussianProcess::expect_covariance(const Eigen::VectorXd& learnt, double agreement) {
  const Eigen::Index noise = 2 * index(factors_.size());
  const double usual_noise = prior_mean_[noise];
  prior_mean_ = learnt;
  prior_mean_[noise] = usual_noise;
  prior_deviation_ =
      (1 - learnt_narrows * agreement) * all_priors(factors_.size(), &Prior::deviation);
  theta_ = prior_mean_;
  set_factors();
}

void GaussianProcess::set_factors() {
  const std::size_t d = factors_.size();
  for (std::size_t j = 0; j < d; ++j) {
    factors_[j].set({theta_[index(j)], theta_[index(d + j)], theta_[2 * index(d) + 1]});
  }
}

double GaussianProcess::covariance(const Point& a, const Point& b) const {
  double product = 1;
  for (std::size_t j = 0; j < factors_.size(); ++j) product *= factors_[j].value(a[j], b[j]);
  return product;
}

void GaussianProcess::fit(std::vector<Point> points, const std::vector<double>& targets,
                          bool learns) {
  points_ = std::move(points);
  targets_ = targets;
  if (learns && points_.size() > 2) learn();
  std::swap(points, points_);
  points_.clear();
  for (const Point& point : points) append(point);
  solve();
}

// The negative logarithm of the posterior of theta, up to constants, and its gradient.
double GaussianProcess::loss(Eigen::VectorXd& gradient) const {
  const std::size_t d = factors_.size();
  const Eigen::Index n = index(points_.size());
  const double noise = std::exp(theta_[2 * index(d)]);
  Eigen::MatrixXd k(n, n);
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b <= a; ++b) {
      k(a, b) = k(b, a) =
          covariance(points_[static_cast<std::size_t>(a)], points_[static_cast<std::size_t>(b)]);
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(k + noise * Eigen::MatrixXd::Identity(n, n));
  Eigen::VectorXd y(n);
  for (Eigen::Index a = 0; a < n; ++a) y[a] = targets_[static_cast<std::size_t>(a)];
  y.array() -= y.mean();
  const Eigen::VectorXd weights = factor.solve(y);
  const double scale = std::max(y.dot(weights) / static_cast<double>(n), 1e-12);
  const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(n, n));
  // d loss / d theta = sum over a, b of slope(a, b) dK(a, b) / d theta
  const Eigen::MatrixXd slope = 0.5 * (inverse - weights * weights.transpose() / scale);
  gradient = Eigen::VectorXd::Zero(theta_.size());
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < a; ++b) {
      const double part = 2 * slope(a, b) * k(a, b);
      const Point& p = points_[static_cast<std::size_t>(a)];
      const Point& q = points_[static_cast<std::size_t>(b)];
      for (std::size_t j = 0; j < d; ++j) {
        const auto slopes = factors_[j].slopes(p[j], q[j]);
        gradient[index(j)] += part * slopes.by_length;
        gradient[index(d + j)] += part * slopes.by_importance;
        gradient[2 * index(d) + 1] += part * slopes.by_kinship;
      }
    }
  }
  gradient[2 * index(d)] = noise * slope.trace();
  const Eigen::ArrayXd spreads = prior_deviation_.array().square();
  const Eigen::ArrayXd away = (theta_ - prior_mean_).array();
  gradient.array() += away / spreads;
  const Eigen::MatrixXd lower = factor.matrixL();
  return 0.5 * static_cast<double>(n) * std::log(scale) + lower.diagonal().array().log().sum() +
         0.5 * (away.square() / spreads).sum();
}

// Minimises the loss with steps whose size adapts for each component (Rprop, Riedmiller and Braun
// 1993), because the loss is cheap to follow and badly scaled. Keeps the best theta found.
void GaussianProcess::learn() {
  Eigen::VectorXd gradient;
  Eigen::VectorXd before = Eigen::VectorXd::Zero(theta_.size());
  Eigen::VectorXd step = Eigen::VectorXd::Constant(theta_.size(), 0.2);
  Eigen::VectorXd best = theta_;
  double least = loss(gradient);
  for (int turn = 0; turn < learning_steps; ++turn) {
    for (Eigen::Index t = 0; t < theta_.size(); ++t) {
      const double agreement = gradient[t] * before[t];
      if (agreement > 0) step[t] = std::min(step[t] * 1.2, 0.8);
      if (agreement < 0) step[t] = std::max(step[t] * 0.5, 1e-3);
      if (gradient[t] != 0) theta_[t] -= std::copysign(step[t], gradient[t]);
      theta_[t] = std::clamp(theta_[t], -9.0, 4.0);
    }
    before = gradient;
    set_factors();
    const double now = loss(gradient);
    if (now < least) {
      least = now;
      best = theta_;
    }
  }
  theta_ = best;
  set_factors();
}

// values = lower_^-1 values, using the first values.size() rows of lower_.
void GaussianProcess::reduce(Eigen::VectorXd& values) const {
  for (Eigen::Index a = 0; a < values.size(); ++a) {
    const double known = lower_.row(a).head(a).dot(values.head(a));
    values[a] = (values[a] - known) / lower_(a, a);
  }
}

// lower_^-1 times the covariances of the observations with a point.
Eigen::VectorXd GaussianProcess::row_of(const Point& point) const {
  Eigen::VectorXd row(index(points_.size()));
  for (std::size_t p = 0; p < points_.size(); ++p) row[index(p)] = covariance(points_[p], point);
  reduce(row);
  return row;
}

// Appends a row to the Cholesky factor.
void GaussianProcess::append(const Point& point) {
  const Eigen::Index n = index(points_.size());
  if (n == lower_.rows()) {
    const Eigen::Index capacity = std::max<Eigen::Index>(64, 2 * n);
    lower_.conservativeResize(capacity, capacity);
  }
  const Eigen::VectorXd row = row_of(point);
  const double noise = std::exp(theta_[2 * index(factors_.size())]);
  lower_.row(n).head(n) = row.transpose();
  lower_(n, n) = std::sqrt(std::max(1 + noise - row.squaredNorm(), 1e-10));
  points_.push_back(point);
}

void GaussianProcess::add(const Point& point, double target) {
  append(point);
  targets_.push_back(target);
  solve();
}

void GaussianProcess::retarget(const std::vector<double>& targets) {
  targets_ = targets;
  solve();
}

void GaussianProcess::solve() {
  const Eigen::Index n = index(points_.size());
  mean_ = std::accumulate(targets_.begin(), targets_.end(), 0.0) / static_cast<double>(n);
  reduced_.resize(n);
  for (Eigen::Index a = 0; a < n; ++a) {
    reduced_[a] = targets_[static_cast<std::size_t>(a)] - mean_;
  }
  reduce(reduced_);
  scale_ = std::max(reduced_.squaredNorm() / static_cast<double>(n), 1e-12);
}

GaussianProcess::Prediction GaussianProcess::predict(const Point& point) const {
  const Eigen::VectorXd row = row_of(point);
  const double variance = std::max(1 - row.squaredNorm(), 1e-9);
  return {mean_ + row.dot(reduced_), std::sqrt(scale_ * variance)};
}

std::vector<double> GaussianProcess::means(const std::vector<Point>& points) const {
  // lower_^-T reduced_, row by row from the last.
  Eigen::VectorXd weights = reduced_;
  for (Eigen::Index a = weights.size() - 1; a >= 0; --a) {
    weights[a] /= lower_(a, a);
    weights.head(a) -= weights[a] * lower_.row(a).head(a).transpose();
  }
  std::vector<double> means;
  means.reserve(points.size());
  for (const Point& point : points) {
    double sum = mean_;
    for (std::size_t p = 0; p < points_.size(); ++p) {
      sum += weights[index(p)] * covariance(points_[p], point);
    }
    means.push_back(sum);
  }
  return means;
}

void GaussianProcess::watch(Candidates& candidates, std::vector<Point> points) const {
  candidates.points_ = std::move(points);
  candidates.rows_.resize(0, index(candidates.points_.size()));
  candidates.variance_ = Eigen::RowVectorXd::Ones(index(candidates.points_.size()));
}

// Adds the rows of the observations that have arrived since the last call.
void GaussianProcess::extend(Candidates& candidates) const {
  auto& rows = candidates.rows_;
  const Eigen::Index known = rows.rows();
  const Eigen::Index n = index(points_.size());
  rows.conservativeResize(n, Eigen::NoChange);
  for (Eigen::Index a = known; a < n; ++a) {
    auto row = rows.row(a);
    for (Eigen::Index c = 0; c < rows.cols(); ++c) {
      row[c] = covariance(points_[static_cast<std::size_t>(a)],
                          candidates.points_[static_cast<std::size_t>(c)]);
    }
    if (a > 0) row.noalias() -= lower_.row(a).head(a) * rows.topRows(a);
    row /= lower_(a, a);
    candidates.variance_ -= row.cwiseAbs2();
  }
}

void GaussianProcess::predict(Candidates& candidates, Eigen::RowVectorXd& means,
                              Eigen::RowVectorXd& deviations) const {
  extend(candidates);
  means = (reduced_.transpose() * candidates.rows_).array() + mean_;
  deviations = (scale_ * candidates.variance_.cwiseMax(1e-9)).cwiseSqrt();
}

}  // namespace assay
