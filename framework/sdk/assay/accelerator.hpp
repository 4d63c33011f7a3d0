// A kit for variants that compute on OpenCL and CUDA devices from one source: compile options of
// the kernel dialect, launches by items, limits of memory, and a variant's description for a
// backend.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "assay/kernel.hpp"
#include "assay/parameters.hpp"
#include "assay/sizes.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

// A device that a variant computes on. A cheap copyable reference.
struct Device {
  Host host;
  assay_backend backend;
};

// Launches enough groups of `group` work items for `items`, in one dimension.
template <class... Arguments>
void launch_items(assay_queue* queue, const Kernel& kernel, std::size_t items, std::size_t group,
                  const Arguments&... arguments) {
  kernel.launch_on<1>(queue, {rounded_up(items, group)}, {group}, arguments...);
}

// Throws ASSAY_UNSUPPORTED if the device has no double precision.
inline void require_double(const Device& device) {
  if (device.backend != ASSAY_OPENCL || device.host.device_fact("has_double") != 0) return;
  throw Error(
      ASSAY_UNSUPPORTED,
      "the device does not support double precision (cl_khr_fp64): use precision = \"float\"");
}

// The options with which kernels in the dialect (kernels/dialect.h) are compiled: REAL_BITS, and
// VECTOR_WIDTH, the number of elements of the vectors that an item computes with.
inline CompileOptions dialect_options(assay_backend backend, bool is_double = false,
                                      std::size_t vector_width = 1) {
  CompileOptions options;
  if (backend == ASSAY_OPENCL) options.flag("-cl-std=CL1.2");
  options.define("REAL_BITS", is_double ? 64 : 32).define("VECTOR_WIDTH", vector_width);
  return options;
}
// The dialect's options for a device. Throws ASSAY_UNSUPPORTED if double precision is requested and
// the device lacks it.
inline CompileOptions dialect_options(const Device& device, bool is_double,
                                      std::size_t vector_width = 1) {
  if (is_double) require_double(device);
  return dialect_options(device.backend, is_double, vector_width);
}

// The bytes of device memory that are needed: of the largest buffer, and of all buffers together.
struct MemoryNeed {
  double largest = 0;
  double total = 0;
};

// Throws ASSAY_UNSUPPORTED, with both numbers, if more memory is needed than the device has.
inline void require_device_memory(const Device& device, const MemoryNeed& need) {
  const auto bytes = [](double count) {
    return std::to_string(static_cast<unsigned long long>(count));
  };
  const double allocation = device.host.device_fact("max_allocation_bytes");
  if (need.largest > allocation) {
    throw Error(ASSAY_UNSUPPORTED, "needs one buffer of " + bytes(need.largest) +
                                       " bytes, but the device allows " + bytes(allocation));
  }
  const double memory = device.host.device_fact("global_memory_bytes");
  if (need.total > memory) {
    throw Error(ASSAY_UNSUPPORTED, "needs " + bytes(need.total) +
                                       " bytes of device memory, but the device has " +
                                       bytes(memory));
  }
}

// Throws ASSAY_UNSUPPORTED, with both numbers, if a kernel cannot declare that much local memory.
// CUDA allows less memory that is declared than memory whose size is given at the launch
// (LocalMemory).
inline void require_local_memory(const Device& device, std::size_t bytes) {
  constexpr std::size_t most_declared_by_cuda = std::size_t{48} * 1024;
  auto available = static_cast<std::size_t>(device.host.device_fact("local_memory_bytes"));
  if (device.backend == ASSAY_CUDA) available = std::min(available, most_declared_by_cuda);
  if (bytes <= available) return;
  throw Error(ASSAY_UNSUPPORTED, "the tile needs " + std::to_string(bytes) +
                                     " bytes of local memory, but a kernel may have " +
                                     std::to_string(available));
}

// The description of an algorithm for one of its backends, without its functions: `name` becomes
// "name.opencl" or "name.cuda".
inline VariantDescription describe_accelerated(const std::string& name, std::string problem,
                                               std::string doc, assay_backend backend,
                                               ParameterSet set) {
  VariantDescription variant;
  variant.name = name + (backend == ASSAY_CUDA ? ".cuda" : ".opencl");
  variant.problem = std::move(problem);
  variant.doc = std::move(doc);
  variant.backend = backend;
  variant.parameters = std::move(set.parameters);
  variant.constraints = std::move(set.constraints);
  return variant;
}

}  // namespace assay::sdk
