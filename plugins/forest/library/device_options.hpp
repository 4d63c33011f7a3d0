// What all device code of the family is compiled with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"

namespace forest {

// The constants of kernels/dialect.h, and WORK_GROUP_SIZE.
inline assay::sdk::CompileOptions device_options(assay_backend backend,
                                                 std::size_t work_group_size) {
  assay::sdk::CompileOptions options;
  if (backend == ASSAY_OPENCL) options.flag("-cl-std=CL1.2");
  options.define("REAL_BITS", 32)
      .define("VECTOR_WIDTH", 1)
      .define("WORK_GROUP_SIZE", work_group_size);
  return options;
}

}  // namespace forest
