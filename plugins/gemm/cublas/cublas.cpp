#include "gemm/cublas/cublas.hpp"

namespace gemm {

using namespace assay::sdk;

const vendor::Library& cublas() {
  static const vendor::Library library(GEMM_CUBLAS_FILE);
  return library;
}

const vendor::Library& cublas_lt() {
  static const vendor::Library library(GEMM_CUBLAS_LT_FILE);
  return library;
}

void check(cublasStatus_t status, const std::string& routine) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  const bool cannot =
      status == CUBLAS_STATUS_ARCH_MISMATCH || status == CUBLAS_STATUS_NOT_SUPPORTED;
  const assay_status kind = status == CUBLAS_STATUS_ALLOC_FAILED ? ASSAY_OUT_OF_MEMORY
                            : cannot                             ? ASSAY_UNSUPPORTED
                                                                 : ASSAY_DEVICE_ERROR;
  throw Error(kind, routine + ": " + GEMM_CUBLAS_LT(cublasLtGetStatusString)(status));
}

ParameterSet reductions_parameters() {
  return {{{"reductions",
            "In which type the sums of parts of halves may be added up: any that the library "
            "likes, half among them, or float.",
            {"any", "float"}}},
          {{"reductions == 'any' or precision == 'half'", "only halves have others"}}};
}

bool reduces_in_float(const Task& task) {
  return task.configuration().text("reductions") == "float";
}

}  // namespace gemm
