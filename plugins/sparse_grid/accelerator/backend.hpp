// The two backends from one description: what differs between them, and nothing else.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// Registers the variant for OpenCL and for CUDA: `describe(backend)` is called for each and leaves
// name ("streaming"; ".opencl" or ".cuda" is added) and backend to this function.
inline void add_variants(
    assay::sdk::Plugin& plugin,
    const std::function<assay::sdk::VariantDescription(assay_backend)>& describe) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant = describe(backend);
    variant.name += backend == ASSAY_CUDA ? ".cuda" : ".opencl";
    variant.backend = backend;
    plugin.variant(std::move(variant));
  }
}

// Work items in a group, and what limits them. CUDA's run in step by 32.
inline assay::sdk::Parameter work_group_size(assay_backend backend) {
  return {"work_group_size", "Work items in a group.",
          assay::sdk::powers_of_two(backend == ASSAY_CUDA ? 32 : 1, 1024),
          backend == ASSAY_CUDA ? 128 : 64};
}

// Points that a work item holds. OpenCL has vectors besides: a CPU wants them, and CUDA has none.
inline void add_points_per_item(assay::sdk::VariantDescription& variant, assay_backend backend,
                                const std::string& doc, const std::vector<std::int64_t>& counts,
                                std::int64_t default_count) {
  std::vector<assay::sdk::Value> values(counts.begin(), counts.end());
  if (backend == ASSAY_CUDA) {
    std::erase_if(values, [](const auto& count) { return count.view().integer > 12; });
  }
  variant.parameters.push_back({"points_per_item", doc, std::move(values), default_count});
  if (backend == ASSAY_CUDA) return;
  variant.parameters.push_back(
      {"vector_width",
       "Elements of the vectors a work item computes with: for CPUs; a GPU wants 1.",
       assay::sdk::powers_of_two(1, 16), 1});
  variant.constraints.push_back(
      {"points_per_item % vector_width == 0", "the vectors of a work item must come out even"});
  variant.constraints.push_back(
      {"points_per_item <= 8 * vector_width", "more than 8 vectors do not stay in registers"});
}

// What those parameters come to.
inline std::size_t size_parameter(const assay::sdk::Task& task, const char* name) {
  return static_cast<std::size_t>(task.configuration().integer(name));
}
inline std::size_t vector_width(const assay::sdk::Task& task, assay_backend backend) {
  return backend == ASSAY_CUDA ? 1 : size_parameter(task, "vector_width");
}

}  // namespace sparse_grid::accelerator
