// Declarations in which the two backends differ.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"

namespace sparse_grid::accelerator {

// Adds the number of work items in a group, and its limits. CUDA runs items in step in warps of 32.
inline void add_work_group_size(ParameterSet& set, assay_backend backend) {
  set.parameters.push_back({"work_group_size", "Work items in a group.",
                            assay::sdk::powers_of_two(backend == ASSAY_CUDA ? 32 : 1, 1024),
                            backend == ASSAY_CUDA ? 128 : 64});
  set.constraints.push_back(
      {"work_group_size <= max_work_group_size", "the device allows no larger work group"});
}

// Adds the number of points that a work item holds, and for OpenCL the width of its vectors: a CPU
// needs vectors, and CUDA has none.
inline void add_points_per_item(ParameterSet& set, assay_backend backend, const std::string& doc,
                                const std::vector<std::int64_t>& counts,
                                std::int64_t default_count) {
  std::vector<assay::sdk::Value> values(counts.begin(), counts.end());
  if (backend == ASSAY_CUDA) {
    std::erase_if(values, [](const auto& count) { return count.view().integer > 12; });
  }
  set.parameters.push_back({"points_per_item", doc, std::move(values), default_count});
  if (backend == ASSAY_CUDA) return;
  set.parameters.push_back(
      {"vector_width",
       "Elements of the vectors that a work item computes with: for CPUs; on a GPU, 1 is best.",
       assay::sdk::powers_of_two(1, 16), 1});
  set.constraints.push_back(
      {"points_per_item % vector_width == 0", "the points of a work item must fill whole vectors"});
  set.constraints.push_back(
      {"points_per_item <= 8 * vector_width", "more than 8 vectors do not fit in registers"});
}

// The way work items hold points, from the parameters of add_work_group_size and
// add_points_per_item.
struct Items {
  Items(const Configuration& configuration, assay_backend backend)
      : work_group_size(configuration.size("work_group_size")),
        width(backend == ASSAY_CUDA ? 1 : configuration.size("vector_width")),
        points(configuration.size("points_per_item")) {}

  [[nodiscard]] std::size_t vectors() const { return points / width; }
  [[nodiscard]] std::size_t group_points() const { return work_group_size * points; }

  std::size_t work_group_size;
  std::size_t width;   // width of the vectors that an item computes with
  std::size_t points;  // of an item
};

}  // namespace sparse_grid::accelerator
