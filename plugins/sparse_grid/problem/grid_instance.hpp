// An instance's grid and data: typed tensors, work and facts.
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/subspaces.hpp"
#include "sparse_grid/problem/nonzero_count.hpp"
#include "sparse_grid/problem/workload.hpp"

namespace sparse_grid {

// Rounds values to the precision of an instance; frees `values`, of which there may be gigabytes.
template <class T>
std::vector<T> rounded(std::vector<double>&& values) {
  std::vector<double> taken = std::move(values);
  if constexpr (std::is_same_v<T, double>) {
    return taken;
  } else {
    return {taken.begin(), taken.end()};
  }
}

// The part of an instance that the problems share. T is the precision of the tensors.
template <class T>
class GridInstance : public assay::sdk::Instance {
 public:
  // Moves the grid, the points and the facts out of `workload`; leaves targets, held-out samples
  // and surpluses.
  GridInstance(const assay::sdk::Host& host, Workload& workload)
      : grid_(std::move(workload.fit.grid)),
        statistics_(statistics(grid_)),
        data_(rounded<T>(std::move(workload.samples.points))),
        nonzero_evaluations_(
            static_cast<double>(cached_nonzero_count(host, grid_, std::span<const T>(data_)))),
        origin_facts_(std::move(workload.facts)) {}

  // The useful work, which does not depend on the algorithm: each basis function that is not zero
  // at a data point takes a multiplication and an addition (its factors being shared with others,
  // as in Horner's scheme over the tree of subspaces), and each coordinate takes one hat for each
  // level: 2^l x - i (2 flops) and 1 - |t| (1). Each array except the look-up structures is moved
  // once.
  [[nodiscard]] assay_work work() const override {
    return {
        .flops = product_flops() + hat_flops(),
        .bytes = data_points() * (dimensions() + 1) * sizeof(T) + statistics_.points * sizeof(T),
        .element = assay::sdk::element_of<T>};
  }

  [[nodiscard]] std::vector<assay::sdk::Fact> facts() const override {
    const double streamed = data_points() * statistics_.points * dimensions();
    std::vector<assay::sdk::Fact> facts{
        {"data_points", data_points()},
        {"dimensions", dimensions()},
        {"grid_points", statistics_.points},
        {"full_points", statistics_.full_points},
        {"subgrids", statistics_.subgrids},
        {"utilisation", statistics_.average_utilisation},
        {"points_per_subgrid", statistics_.average_points},
        {"largest_subgrid_used", statistics_.largest_by_used.used},
        {"largest_subgrid_full", statistics_.largest_by_full.full},
        {"max_level", static_cast<double>(statistics_.deepest_level)},
        {"nonzero_evaluations", nonzero_evaluations_},
        // The other count in the literature: every basis function at every data point, with six
        // operations for each one-dimensional hat.
        {"streaming_hat_evaluations", streamed},
        {"streaming_flops", 6 * streamed, "flop"},
    };
    facts.insert(facts.end(), origin_facts_.begin(), origin_facts_.end());
    return facts;
  }

 protected:
  [[nodiscard]] double data_points() const {
    return static_cast<double>(data_.size()) / dimensions();
  }
  [[nodiscard]] double dimensions() const { return static_cast<double>(grid_.dimensions()); }

  // The operations of one product, once the hats are known, and of the hats; see work().
  [[nodiscard]] double product_flops() const { return 2 * nonzero_evaluations_; }
  [[nodiscard]] double hat_flops() const { return 3 * data_points() * levels_of_all_dimensions(); }

  // The sum over the dimensions of the highest level in each.
  [[nodiscard]] double levels_of_all_dimensions() const {
    const auto levels = grid_.levels();
    const std::size_t d = grid_.dimensions();
    std::vector<std::uint32_t> highest(d, 0);
    for (std::size_t at = 0; at < levels.size(); ++at) {
      highest[at % d] = std::max(highest[at % d], levels[at]);
    }
    return std::accumulate(highest.begin(), highest.end(), 0.0);
  }

  // data, levels, indices: the first inputs of all problems.
  [[nodiscard]] std::vector<assay_tensor> common_inputs() const {
    const auto d = static_cast<std::int64_t>(grid_.dimensions());
    const auto n = static_cast<std::int64_t>(grid_.size());
    const auto m = static_cast<std::int64_t>(data_.size()) / d;
    return {assay::sdk::dense_tensor("data", {m, d}, data_.data()),
            assay::sdk::dense_tensor("levels", {n, d}, grid_.levels().data()),
            assay::sdk::dense_tensor("indices", {n, d}, grid_.indices().data())};
  }

  static constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2.0;

  Grid grid_;
  GridStatistics statistics_;
  std::vector<T> data_;
  double nonzero_evaluations_;
  std::vector<assay::sdk::Fact> origin_facts_;
};

}  // namespace sparse_grid
