// What all sorts of the folder compile their kernels with.
#pragma once

#include <cstddef>

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

}  // namespace sorting::accelerator
