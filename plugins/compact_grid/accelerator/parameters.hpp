// Parameters that the folder's variants share, and their constraints.
#pragma once

#include <cstdint>

#include "assay/plugin.hpp"

namespace compact_grid::accelerator {

using assay::sdk::ParameterSet;

// The bytes of a number, as an expression for constraints.
inline constexpr const char* bytes_of_number = "(8 if precision == 'double' else 4)";

// The parameters work_group_size and index_bits.
inline ParameterSet common_parameters(assay_backend backend, std::int64_t cuda_group) {
  using assay::sdk::powers_of_two;
  return {{{"work_group_size", "Work items in a group.",
            powers_of_two(backend == ASSAY_CUDA ? 32 : 8, 1024),
            backend == ASSAY_CUDA ? cuda_group : 64},
           {"index_bits", "Bits of the integers that hold positions of points.", {64, 32}}},
          {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
           {"index_bits == 64 or grid_points <= 4294967296",
            "positions of so many points need more than 32 bits"}}};
}

// The parameter level_vector of the paper's algorithms.
inline assay::sdk::Parameter level_vector_parameter() {
  return {"level_vector",
          "Who has level vectors: the work group, in local memory, or each work item.",
          {"shared", "private"}};
}
inline bool shares_levels(const assay::sdk::Bindings& configuration) {
  return configuration.text("level_vector") == "shared";
}

}  // namespace compact_grid::accelerator
