#include "ols/accelerator/dialect.hpp"

#include "ols/library/inputs.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

sdk::CompileOptions dialect_options(const sdk::Host& host, assay_backend backend, bool is_double) {
  sdk::CompileOptions options;
  if (backend == ASSAY_OPENCL) {
    if (is_double && host.device_fact("has_double") == 0) {
      throw sdk::Error(
          ASSAY_UNSUPPORTED,
          "the device has no double precision (cl_khr_fp64): use precision = \"float\"");
    }
    options.flag("-cl-std=CL1.2");
  }
  options.define("REAL_BITS", is_double ? 64 : 32).define("VECTOR_WIDTH", 1);
  return options;
}

sdk::CompileOptions input_options(const sdk::Task& task, assay_backend backend) {
  const assay_tensor& x = task.input("X");
  auto options = dialect_options(task.host(), backend, x.element == ASSAY_F64);
  options.define("BY_ROWS", Shape(x).by_rows ? 1 : 0);
  return options;
}

}  // namespace ols::accelerator
