#include "sparse_grid/accelerator/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels.hpp"

namespace sparse_grid::accelerator {

namespace sdk = assay::sdk;

sdk::CompileOptions dialect_options(const Device& device, bool is_double,
                                    std::size_t vector_width) {
  sdk::CompileOptions options;
  if (device.backend == ASSAY_OPENCL) {
    if (is_double && device.host.device_fact("has_double") == 0) {
      throw sdk::Error(
          ASSAY_UNSUPPORTED,
          "the device has no double precision (cl_khr_fp64): use precision = \"float\"");
    }
    // No fast-math: NaN marks the points that a subgrid has not.
    options.flag("-cl-std=CL1.2");
  }
  options.define("REAL_BITS", is_double ? 64 : 32).define("VECTOR_WIDTH", vector_width);
  return options;
}

sdk::Program build(const Device& device, const assay_source& source,
                   const sdk::CompileOptions& options) {
  const std::array sources{source, kernels::hat_h, kernels::path_h, kernels::level_one_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

void require_device_memory(const Device& device, const Memory& needed) {
  const double allocation = device.host.device_fact("max_allocation_bytes");
  const double memory = device.host.device_fact("global_memory_bytes");
  if (needed.largest > allocation) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("needs one buffer of {:.0f} bytes, and the device allows {:.0f}",
                                 needed.largest, allocation));
  }
  if (needed.total > memory) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("needs {:.0f} bytes of device memory, and the device has {:.0f}",
                                 needed.total, memory));
  }
}

void require_local_memory(const Device& device, std::size_t bytes) {
  double available = device.host.device_fact("local_memory_bytes");
  // What a CUDA kernel may declare; a device has more for memory that is sized at the launch.
  if (device.backend == ASSAY_CUDA) available = std::min(available, 48.0 * 1024);
  if (static_cast<double>(bytes) > available) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the tile needs {} bytes of local memory, and a kernel may have {:.0f}", bytes,
                    available));
  }
}

}  // namespace sparse_grid::accelerator
