// What the radix sorts share: parameters, the constants of kernels/sort/digits.h, local memory.
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

  // work_group_size, elements_per_item, match, resident_groups; the defaults of these but match.
  static ParameterSet parameters(int work_group_size, int elements, int resident_groups);

  [[nodiscard]] assay::sdk::CompileOptions options() const;
  // Elements that a group orders at a time.
  [[nodiscard]] std::size_t capacity() const { return work_group_size * elements; }
  // Local memory for the pairs, and for counts of their digits.
  [[nodiscard]] std::size_t local_bytes(std::size_t pairs) const;
  [[nodiscard]] std::size_t digits() const { return std::size_t{1} << digit_bits; }

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t elements;  // that a work item holds
  bool matches_by_vote;
  std::size_t resident_groups;
  std::size_t digit_bits;
  bool carries_positions;
  std::size_t payload_bytes;
};

}  // namespace sorting::accelerator
