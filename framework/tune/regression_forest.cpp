#include "framework/tune/regression_forest.hpp"

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

ValueOrder order_of(const Parameter& parameter) {
  const auto& values = parameter.values;
  std::vector<std::uint32_t> by_value(values.size());
  std::iota(by_value.begin(), by_value.end(), 0U);
  std::sort(by_value.begin(), by_value.end(),
            [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  ValueOrder order;
  order.rank.resize(values.size());
  for (std::uint32_t r = 0; r < by_value.size(); ++r) order.rank[by_value[r]] = r;
  order.ordered = std::none_of(values.begin(), values.end(), [](const Value& value) {
    return std::holds_alternative<std::string>(value);
  });
  return order;
}

// The combined predictions of the trees for one point, by the law of total variance.
struct Votes {
  double trees = 0;
  double means = 0;
  double squares = 0;
  double variances = 0;

  void add(const RegressionTree::Prediction& prediction) {
    trees += 1;
    means += prediction.mean;
    squares += prediction.mean * prediction.mean;
    variances += prediction.variance;
  }

  [[nodiscard]] RegressionForest::Prediction count(double offset) const {
    const double mean = means / trees;
    return {offset + mean, variances / trees + std::max(0.0, squares / trees - mean * mean)};
  }
};

}  // namespace

RegressionForest::RegressionForest(const std::vector<Parameter>& parameters, const Options& options)
    : options_(options) {
  for (const auto& parameter : parameters) orders_.push_back(order_of(parameter));
}

void RegressionForest::fit(const std::vector<Point>& points, const std::vector<double>& targets) {
  const auto count = static_cast<double>(targets.size());
  // Sums of squares lose digits where the mean is far from 0.
  mean_ = std::accumulate(targets.begin(), targets.end(), 0.0) / count;
  Observations observations;
  observations.ranks.resize(orders_.size());
  for (std::size_t j = 0; j < orders_.size(); ++j) {
    for (const auto& point : points) observations.ranks[j].push_back(orders_[j].rank[point[j]]);
  }
  for (const double target : targets) observations.targets.push_back(target - mean_);

  std::mt19937_64 generator(options_.seed);
  trees_.clear();
  for (std::uint32_t t = 0; t < options_.trees; ++t) {
    std::vector<std::uint32_t> counts(points.size());
    for (std::size_t k = 0; k < points.size(); ++k) ++counts[generator() % points.size()];
    trees_.emplace_back(orders_, observations, counts, options_.tree, generator);
  }
}

RegressionForest::Prediction RegressionForest::predict(const Point& point) const {
  Votes votes;
  for (const auto& tree : trees_) votes.add(tree.predict(point));
  return votes.count(mean_);
}

// Goes tree by tree: one tree fits into the first-level cache, all of them do not.
std::vector<RegressionForest::Prediction> RegressionForest::predict_all(
    const std::vector<Point>& points) const {
  std::vector<Votes> votes(points.size());
  for (const auto& tree : trees_) {
    for (std::size_t k = 0; k < points.size(); ++k) votes[k].add(tree.predict(points[k]));
  }
  std::vector<Prediction> predictions;
  predictions.reserve(points.size());
  for (const auto& of_point : votes) predictions.push_back(of_point.count(mean_));
  return predictions;
}

}  // namespace assay
