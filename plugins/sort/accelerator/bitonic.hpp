// The common part of the bitonic sorts: parameters, programs, and the bytes that a pair occupies
// while it is sorted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "sort/accelerator/parameter_set.hpp"
#include "sort/accelerator/program.hpp"

namespace sorting::accelerator {

// The values of a configuration of a bitonic sort.
struct Bitonic {
  Bitonic(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);

  // The parameters work_group_size, elements_per_item, carry.
  static ParameterSet parameters(assay_backend backend);

  // The constants of kernels/sort/network.h.
  [[nodiscard]] assay::sdk::CompileOptions options() const;
  // The bytes that are moved along with a key while it is sorted.
  [[nodiscard]] std::size_t carried_bytes() const { return carries_positions ? 4 : payload_bytes; }
  [[nodiscard]] std::size_t local_bytes(std::size_t pairs) const {
    return pairs * (4 + carried_bytes());
  }

  assay_backend backend;
  std::size_t work_group_size;
  std::uint32_t item_strides;  // log2 of the elements that an item holds
  bool carries_positions;
  std::size_t payload_bytes;
};

}  // namespace sorting::accelerator
