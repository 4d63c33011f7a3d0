#include "ols/accelerator/dialect.hpp"

#include "ols/library/inputs.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

sdk::CompileOptions input_options(const sdk::Task& task, assay_backend backend) {
  const assay_tensor& x = task.input("X");
  auto options = sdk::dialect_options({task.host(), backend}, sdk::is_double(x));
  options.define("BY_ROWS", Shape(x).by_rows ? 1 : 0);
  return options;
}

}  // namespace ols::accelerator
