#include "sort/accelerator/program.hpp"

#include <array>
#include <cstdint>

#include "kernels.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

sdk::CompileOptions common_options(assay_backend backend, std::size_t work_group_size) {
  sdk::CompileOptions options;
  if (backend == ASSAY_OPENCL) options.flag("-cl-std=CL1.2");
  options.define("REAL_BITS", 32)
      .define("VECTOR_WIDTH", 1)
      .define("WORK_GROUP_SIZE", work_group_size);
  return options;
}

sdk::Program build(const Device& device, const assay_source& source,
                   const sdk::CompileOptions& options) {
  const std::array sources{source,           kernels::tiles_h,      kernels::network_h,
                           kernels::merge_h, kernels::group_sort_h, kernels::digits_h,
                           kernels::pairs_h, kernels::cluster_h,    kernels::dialect_h};
  return {device.host, sources, options};
}

}  // namespace sorting::accelerator
