// The common part of the radix sorts: parameters, the constants of kernels/sort/digits.h, local
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "sort/accelerator/parameter_set.hpp"
#include "sort/accelerator/program.hpp"

namespace sorting::accelerator {

struct Radix {
  Radix(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t digit,
        bool positions, std::size_t bytes);

  // The parameters work_group_size, elements_per_item, match and resident_groups; the arguments are
  // the defaults of all but match.
  static ParameterSet parameters(int work_group_size, int elements, int resident_groups);

  [[nodiscard]] assay::sdk::CompileOptions options() const;
  // The elements that a group orders at a time.
  [[nodiscard]] std::size_t capacity() const { return work_group_size * elements; }
  // The bytes of local memory for the pairs, and for counts of their digits.
  [[nodiscard]] std::size_t local_bytes(std::size_t pairs) const;
  [[nodiscard]] std::size_t digits() const { return std::size_t{1} << digit_bits; }

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t elements;  // held by a work item
  bool matches_by_vote;
  std::size_t resident_groups;
  std::size_t digit_bits;
  bool carries_positions;
  std::size_t payload_bytes;
};

}  // namespace sorting::accelerator
