#include "framework/dispatch/cost_process.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::dispatch {
namespace {

// Where the search for scales begins: lengths in standard deviations of the places, and the noise.
constexpr double first_length = 2;
constexpr double first_noise = 0.03;
constexpr double least_noise = 1e-4;  // keeps covariances of equal instances invertible
constexpr double shortest = 0.05;
constexpr double longest = 50;
constexpr double first_step = 2;  // factors by which a scale is tried larger and smaller
constexpr double last_step = 1.2;
// With fewer instances than these, nothing is learnt of a pair.
constexpr std::size_t fewest_known = 3;

double standard_deviation(const std::vector<std::vector<double>>& places, std::size_t feature) {
  double sum = 0;
  double squares = 0;
  for (const auto& place : places) {
    sum += place[feature];
    squares += place[feature] * place[feature];
  }
  const auto count = static_cast<double>(places.size());
  return std::sqrt(std::max(squares / count - sum * sum / count / count, 0.0));
}

// The logarithms of the costs that count at an instance, about their mean; NaN for others.
std::vector<double> relative_logs(const std::vector<double>& costs, const FeatureValues& point,
                                  const PairConditions& conditions) {
  std::vector<double> logs;
  double sum = 0;
  double count = 0;
  for (std::size_t j = 0; j < costs.size(); ++j) {
    const bool counts = std::isfinite(costs[j]) && conditions.admits(j, point);
    logs.push_back(counts ? std::log(costs[j]) : std::nan(""));
    if (!counts) continue;
    sum += logs.back();
    ++count;
  }
  for (double& log : logs) log -= sum / count;
  return logs;
}

}  // namespace

CostProcess::CostProcess(const CostMatrix& matrix, const PairConditions& conditions,
                         CostScales scales)
    : pairs_(matrix.pairs()), scales_(std::move(scales)) {
  for (std::size_t k = 0; k < matrix.features.size(); ++k) {
    is_text_.push_back(!matrix.features[k].texts.empty());
    is_size_.push_back(!is_text_.back() &&
                       std::ranges::all_of(matrix.points, [&](const auto& p) { return p[k] > 0; }));
  }
  std::vector<std::vector<double>> logs(pairs_.size());
  for (std::size_t row = 0; row < matrix.instances(); ++row) {
    places_.push_back(place_of(matrix.points[row]));
    const auto here = relative_logs(matrix.costs[row], matrix.points[row], conditions);
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      if (std::isnan(here[j])) continue;
      pairs_[j].rows.push_back(row);
      logs[j].push_back(here[j]);
    }
  }
  for (std::size_t j = 0; j < pairs_.size(); ++j) {
    OfPair& pair = pairs_[j];
    pair.logs =
        Eigen::Map<Eigen::VectorXd>(logs[j].data(), static_cast<Eigen::Index>(logs[j].size()));
    if (!pair.rows.empty()) pair.mean = pair.logs.mean();
    pair.logs.array() -= pair.mean;
  }
  if (!scales_.lengths.empty()) settle();
}

CostScales CostProcess::fitting_scales(const CostMatrix& matrix, const PairConditions& conditions) {
  CostProcess process(matrix, conditions, {});
  CostScales& scales = process.scales_;
  for (std::size_t k = 0; k < matrix.features.size(); ++k) {
    const double deviation = standard_deviation(process.places_, k);
    scales.lengths.push_back(first_length * (deviation > 0 ? deviation : 1));
  }
  scales.noise = first_noise;
  const std::vector<double> begun = scales.lengths;
  double best = process.log_likelihood();
  const auto improves = [&](double& scale, double factor, double least, double most) {
    const double before = scale;
    scale = std::clamp(scale * factor, least, most);
    const double now = scale == before ? best : process.log_likelihood();
    if (now > best) {
      best = now;
      return true;
    }
    scale = before;
    return false;
  };
  for (double step = first_step; step >= last_step; step = std::sqrt(step)) {
    for (bool better = true; better;) {
      better = improves(scales.noise, step * step, least_noise, 1) ||
               improves(scales.noise, 1 / (step * step), least_noise, 1);
      for (std::size_t k = 0; k < begun.size(); ++k) {
        const double least = shortest * begun[k];
        const double most = longest * begun[k];
        better |= improves(scales.lengths[k], step, least, most) ||
                  improves(scales.lengths[k], 1 / step, least, most);
      }
    }
  }
  return scales;
}

std::vector<double> CostProcess::guess(const FeatureValues& point) const {
  const std::vector<double> place = place_of(point);
  Eigen::VectorXd near(static_cast<Eigen::Index>(places_.size()));
  for (std::size_t row = 0; row < places_.size(); ++row) {
    near(static_cast<Eigen::Index>(row)) = covariance(place, places_[row]);
  }
  std::vector<double> logs;
  for (const OfPair& pair : pairs_) {
    double log = pair.mean;
    for (Eigen::Index i = 0; i < pair.weights.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(pair.rows[static_cast<std::size_t>(i)]);
      log += pair.weights(i) * near(row);
    }
    logs.push_back(log);
  }
  return logs;
}

std::vector<double> CostProcess::place_of(const FeatureValues& point) const {
  std::vector<double> place;
  for (std::size_t k = 0; k < point.size(); ++k) {
    place.push_back(is_size_[k] ? std::log2(std::max(point[k], 1e-300)) : point[k]);
  }
  return place;
}

double CostProcess::covariance(const std::vector<double>& a, const std::vector<double>& b) const {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double apart =
        (is_text_[k] ? (a[k] == b[k] ? 0.0 : 1.0) : a[k] - b[k]) / scales_.lengths[k];
    sum += apart * apart;
  }
  const double distance = std::sqrt(3 * sum);
  return (1 + distance) * std::exp(-distance);
}

Eigen::MatrixXd CostProcess::covariances(const std::vector<std::size_t>& rows) const {
  const auto count = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd matrix(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      matrix(i, j) = covariance(places_[rows[static_cast<std::size_t>(i)]],
                                places_[rows[static_cast<std::size_t>(j)]]);
    }
    matrix(i, i) = 1 + scales_.noise;
  }
  return matrix;  // the lower half, which is what a Cholesky decomposition reads
}

// Of all pairs, with each pair's variance as its costs have it.
double CostProcess::log_likelihood() const {
  double likelihood = 0;
  for (const OfPair& pair : pairs_) {
    if (pair.rows.size() < fewest_known) continue;
    const Eigen::LLT<Eigen::MatrixXd> decomposed(covariances(pair.rows));
    const Eigen::VectorXd whitened = decomposed.matrixL().solve(pair.logs);
    const auto count = static_cast<double>(pair.rows.size());
    const double variance = std::max(whitened.squaredNorm() / count, 1e-12);
    likelihood -= count / 2 * std::log(variance);
    likelihood -= decomposed.matrixLLT().diagonal().array().log().sum();
  }
  return likelihood;
}

void CostProcess::settle() {
  for (OfPair& pair : pairs_) {
    if (pair.rows.size() < fewest_known) continue;
    pair.weights = Eigen::LLT<Eigen::MatrixXd>(covariances(pair.rows)).solve(pair.logs);
  }
}

}  // namespace assay::dispatch
