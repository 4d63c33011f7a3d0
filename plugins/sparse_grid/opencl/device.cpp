#include "sparse_grid/opencl/device.hpp"

#include <fmt/format.h>

#include <array>

#include "kernels.hpp"

namespace sparse_grid::opencl {

namespace sdk = assay::sdk;

sdk::CompileOptions dialect_options(const sdk::Host& host, bool is_double,
                                    std::size_t vector_width) {
  if (is_double && host.device_fact("has_double") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no double precision (cl_khr_fp64): use precision = \"float\"");
  }
  sdk::CompileOptions options;
  // No fast-math: NaN marks the points that a subgrid has not.
  options.flag("-cl-std=CL1.2")
      .define("REAL_BITS", is_double ? 64 : 32)
      .define("VECTOR_WIDTH", static_cast<std::int64_t>(vector_width));
  return options;
}

sdk::Program build(const sdk::Host& host, const assay_source& source,
                   const sdk::CompileOptions& options) {
  const std::array sources{source, kernels::hat_h, kernels::dialect_h};
  return {host, sources, options};
}

void require_device_memory(const sdk::Host& host, double largest, double total) {
  const double allocation = host.device_fact("max_allocation_bytes");
  const double memory = host.device_fact("global_memory_bytes");
  if (largest > allocation) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("needs one buffer of {:.0f} bytes, and the device allows {:.0f}",
                                 largest, allocation));
  }
  if (total > memory) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("needs {:.0f} bytes of device memory, and the device has {:.0f}",
                                 total, memory));
  }
}

void require_local_memory(const sdk::Host& host, std::size_t bytes) {
  const double available = host.device_fact("local_memory_bytes");
  if (static_cast<double>(bytes) > available) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the tile needs {} bytes of local memory, and the device has {:.0f}", bytes,
                    available));
  }
}

}  // namespace sparse_grid::opencl
