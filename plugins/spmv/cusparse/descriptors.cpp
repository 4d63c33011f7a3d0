#include "spmv/cusparse/descriptors.hpp"

#include <fmt/format.h>

namespace spmv::cusparse {

const vendor::Library& library() {
  static const vendor::Library opened(SPMV_CUSPARSE_FILE);
  return opened;
}

void check(cusparseStatus_t status, const char* routine) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const bool is_unsupported =
      status == CUSPARSE_STATUS_ARCH_MISMATCH || status == CUSPARSE_STATUS_NOT_SUPPORTED;
  const assay_status kind = status == CUSPARSE_STATUS_ALLOC_FAILED ? ASSAY_OUT_OF_MEMORY
                            : is_unsupported                       ? ASSAY_UNSUPPORTED
                                                                   : ASSAY_DEVICE_ERROR;
  throw assay::sdk::Error(
      kind, fmt::format("{}: {}", routine, SPMV_ROUTINE(cusparseGetErrorString)(status)));
}

Descriptors::Descriptors(const assay::sdk::Host& host, const DeviceProduct& product) {
  try {
    assay::sdk::native_work(
        host, nullptr, [&](void* stream) { create(static_cast<cudaStream_t>(stream), product); });
  } catch (...) {
    destroy();
    throw;
  }
}

void Descriptors::create(cudaStream_t stream, const DeviceProduct& product) {
  SPMV_CALL(cusparseCreate, &handle_);
  SPMV_CALL(cusparseSetStream, handle_, stream);
  SPMV_CALL(cusparseCreateConstCsr, &matrix_, product.rows, product.columns, product.entries,
            product.offset, product.column, product.value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
            CUSPARSE_INDEX_BASE_ZERO, product.type);
  SPMV_CALL(cusparseCreateConstDnVec, &x_, product.columns, product.x, product.type);
  SPMV_CALL(cusparseCreateDnVec, &y_, product.rows, product.y, product.type);
}

void Descriptors::destroy() {
  if (y_ != nullptr) SPMV_ROUTINE(cusparseDestroyDnVec)(y_);
  if (x_ != nullptr) SPMV_ROUTINE(cusparseDestroyDnVec)(x_);
  if (matrix_ != nullptr) SPMV_ROUTINE(cusparseDestroySpMat)(matrix_);
  if (handle_ != nullptr) SPMV_ROUTINE(cusparseDestroy)(handle_);
}

Descriptors::~Descriptors() { destroy(); }

}  // namespace spmv::cusparse
