#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/decision/decision_tree.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

// The range of each feature in the matrix, which has an instance.
[[nodiscard]] std::vector<decision::FeatureRange> ranges_of(const CostMatrix& matrix);

// Draws points around the instances of a matrix, within the ranges of its features. Arguments are
// drawn each for itself; facts follow from them, as they do over the instances.
class Neighbourhood {
 public:
  // Requires an instance. The matrix must outlive it.
  Neighbourhood(const CostMatrix& matrix, std::uint64_t seed);

  [[nodiscard]] FeatureValues draw();

 private:
  // How a fact changes with each feature: by a power of it, or, where it may be 0 or less, by a
  // multiple.
  using Slopes = std::vector<double>;

  [[nodiscard]] double near(std::size_t feature, double value);
  [[nodiscard]] double within(std::size_t feature, double value) const;
  // Where a feature's value lies on the scale that slopes are of.
  [[nodiscard]] double place(std::size_t feature, double value) const;
  [[nodiscard]] double at_place(std::size_t feature, double place) const;
  [[nodiscard]] Slopes slopes_of(std::size_t fact) const;

  const CostMatrix& matrix_;
  std::vector<decision::FeatureRange> ranges_;
  std::vector<std::set<double>> values_;  // of each feature
  std::vector<Slopes> slopes_;            // of each feature; empty for arguments
  Random random_;
};

}  // namespace assay::dispatch
