#include "framework/tune/strategy/prospects.hpp"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

constexpr double relearning_interval = 1.5;  // growth of the trials until the model learns again
// Nothing is so certain to fail that it is never tried.
constexpr double least_probability = 0.02;
// What has taken a long time may well take as long again.
constexpr double outlasting = 2;

Eigen::RowVectorXd ones(const std::vector<Prospects::Point>& points) {
  return Eigen::RowVectorXd::Ones(static_cast<Eigen::Index>(points.size()));
}

}  // namespace

void SideModel::add(const Point& point, double value) {
  if (values_.empty()) different_ = 1;
  if (!values_.empty() && value != values_.front()) different_ = 2;
  points_.push_back(point);
  values_.push_back(value);
}

void SideModel::learn() {
  if (static_cast<double>(values_.size()) >= next_learning_) {
    process_.fit(points_, values_, true);
    next_learning_ = relearning_interval * static_cast<double>(values_.size());
    candidates_.reset();
  }
  while (process_.size() < values_.size()) {
    const std::size_t next = process_.size();
    process_.add(points_[next], values_[next]);
  }
}

double SideModel::expected(const Point& point) {
  learn();
  return process_.predict(point).mean;
}

const Eigen::RowVectorXd& SideModel::expected(const std::vector<Point>& points) {
  learn();
  if (candidates_.size() == 0) process_.watch(candidates_, points);
  Eigen::RowVectorXd deviations;
  process_.predict(candidates_, means_, deviations);
  return means_;
}

void Prospects::add(const Point& point, bool succeeded, std::optional<double> seconds) {
  successes_.add(point, succeeded ? 1 : 0);
  if (seconds) logarithms_.add(point, std::log(*seconds));
}

void Prospects::add_unfinished(const Point& point, double seconds) {
  logarithms_.add(point, std::log(outlasting * seconds));
}

Eigen::RowVectorXd Prospects::probabilities(const std::vector<Point>& points) {
  if (successes_.different() < 2) return ones(points);
  return successes_.expected(points).array().max(least_probability).min(1.0);
}

Eigen::RowVectorXd Prospects::seconds(const std::vector<Point>& points) {
  if (logarithms_.different() < 2) return ones(points);
  return logarithms_.expected(points).array().exp();
}

std::optional<double> Prospects::seconds(const Point& point) {
  if (logarithms_.different() < 2) return std::nullopt;
  return std::exp(logarithms_.expected(point));
}

void Prospects::forget_points() {
  successes_.forget_points();
  logarithms_.forget_points();
}

}  // namespace assay
