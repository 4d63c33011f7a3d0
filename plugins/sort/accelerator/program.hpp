// What all sorts of the folder compile their kernels with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"

namespace sorting::accelerator {

// Where a sort runs. A cheap copyable reference.
struct Device {
  assay::sdk::Host host;
  assay_backend backend;
};

// The constants of kernels/dialect.h, and WORK_GROUP_SIZE.
assay::sdk::CompileOptions common_options(assay_backend backend, std::size_t work_group_size);

// Compiles `source`; the shared headers are added.
assay::sdk::Program build(const Device& device, const assay_source& source,
                          const assay::sdk::CompileOptions& options);

constexpr std::size_t groups_for(std::size_t items, std::size_t group) {
  return (items + group - 1) / group;
}

// log2 of a power of two.
constexpr std::uint32_t log2_of(std::size_t power) {
  std::uint32_t exponent = 0;
  while (power >> (exponent + 1) != 0) ++exponent;
  return exponent;
}

}  // namespace sorting::accelerator
