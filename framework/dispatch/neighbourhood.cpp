#include "framework/dispatch/neighbourhood.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace assay::dispatch {
namespace {

using decision::FeatureRange;

// How far drawn points lie from instances: the standard deviation, in doublings.
constexpr double spread = 0.7;
// A feature with no more values than these has no others.
constexpr std::size_t few_values = 8;

}  // namespace

std::vector<FeatureRange> ranges_of(const CostMatrix& matrix) {
  std::vector<FeatureRange> ranges;
  for (std::size_t k = 0; k < matrix.features.size(); ++k) {
    FeatureRange range{matrix.points.front()[k], matrix.points.front()[k]};
    for (const auto& point : matrix.points) {
      range.from = std::min(range.from, point[k]);
      range.to = std::max(range.to, point[k]);
    }
    ranges.push_back(range);
  }
  return ranges;
}

Neighbourhood::Neighbourhood(const CostMatrix& matrix, std::uint64_t seed)
    : matrix_(matrix), ranges_(ranges_of(matrix)), random_(seed) {
  for (std::size_t k = 0; k < ranges_.size(); ++k) {
    auto& values = values_.emplace_back();
    for (const auto& point : matrix.points) values.insert(point[k]);
  }
  for (std::size_t k = 0; k < ranges_.size(); ++k) {
    slopes_.push_back(matrix.features[k].is_fact ? slopes_of(k) : Slopes());
  }
}

FeatureValues Neighbourhood::draw() {
  const FeatureValues& instance = matrix_.points[random_.below(matrix_.instances())];
  FeatureValues point = instance;
  for (std::size_t k = 0; k < point.size(); ++k) {
    if (!matrix_.features[k].is_fact) point[k] = near(k, point[k]);
  }
  for (std::size_t k = 0; k < point.size(); ++k) {
    if (!matrix_.features[k].is_fact) continue;
    double there = place(k, instance[k]);
    for (std::size_t j = 0; j < point.size(); ++j) {
      there += slopes_[k][j] * (place(j, point[j]) - place(j, instance[j]));
    }
    point[k] = within(k, at_place(k, there));
  }
  return point;
}

double Neighbourhood::near(std::size_t feature, double value) {
  const auto& values = values_[feature];
  if (values.size() <= few_values) {
    if (random_.chance(0.5)) return value;
    return *std::next(values.begin(), static_cast<std::ptrdiff_t>(random_.below(values.size())));
  }
  const FeatureRange& range = ranges_[feature];
  return within(feature, range.from > 0
                             ? value * std::exp2(spread * random_.normal())
                             : value + spread * random_.normal() * (range.to - range.from) / 16);
}

double Neighbourhood::within(std::size_t feature, double value) const {
  const bool whole =
      std::ranges::all_of(values_[feature], [](double v) { return v == std::floor(v); });
  return std::clamp(whole ? std::round(value) : value, ranges_[feature].from, ranges_[feature].to);
}

double Neighbourhood::place(std::size_t feature, double value) const {
  return ranges_[feature].from > 0 ? std::log2(value) : value;
}

double Neighbourhood::at_place(std::size_t feature, double place) const {
  return ranges_[feature].from > 0 ? std::exp2(place) : place;
}

// By least squares over the instances.
Neighbourhood::Slopes Neighbourhood::slopes_of(std::size_t fact) const {
  const auto rows = static_cast<Eigen::Index>(matrix_.instances());
  const auto columns = static_cast<Eigen::Index>(ranges_.size());
  Eigen::MatrixXd arguments = Eigen::MatrixXd::Zero(rows, columns + 1);
  Eigen::VectorXd facts(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const FeatureValues& point = matrix_.points[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < columns; ++j) {
      const auto k = static_cast<std::size_t>(j);
      // Texts have no order that a fact could follow.
      const Feature& feature = matrix_.features[k];
      if (!feature.is_fact && feature.texts.empty()) arguments(i, j) = place(k, point[k]);
    }
    arguments(i, columns) = 1;
    facts(i) = place(fact, point[fact]);
  }
  // The orthogonal decomposition leaves out columns that are constant.
  const Eigen::VectorXd slopes = arguments.completeOrthogonalDecomposition().solve(facts);
  return {slopes.begin(), slopes.begin() + columns};
}

}  // namespace assay::dispatch
