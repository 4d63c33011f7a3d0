// What cuSPARSE is told of a product: a handle that works on one stream, the matrix and the
// vectors.
#pragma once

#include <cusparse.h>

#include "assay/plugin.hpp"
#include "vendor/library.hpp"

namespace spmv::cusparse {

// cuSPARSE. Throws as vendor::Library does.
const vendor::Library& library();

// Throws sdk::Error that names the routine if the status is a failure: ASSAY_OUT_OF_MEMORY,
// ASSAY_UNSUPPORTED for what the library does not offer on the device, or ASSAY_DEVICE_ERROR.
void check(cusparseStatus_t status, const char* routine);

// A matrix in compressed sparse rows, and vectors, in the memory of the device; indices are
// integers of 32 bits. All of it must outlive the descriptors.
struct DeviceProduct {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t entries;
  const void* offset;  // [rows + 1]
  const void* column;  // [entries]
  const void* value;   // [entries] of type
  const void* x;       // [columns] of type
  void* y;             // [rows] of type
  cudaDataType type;
};

// Must be used and destroyed while the device's context is current, as it is after any call to the
// host.
class Descriptors {
 public:
  Descriptors(const assay::sdk::Host& host, const DeviceProduct& product);
  ~Descriptors();
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  [[nodiscard]] cusparseHandle_t handle() const { return handle_; }
  [[nodiscard]] cusparseConstSpMatDescr_t matrix() const { return matrix_; }
  [[nodiscard]] cusparseConstDnVecDescr_t x() const { return x_; }
  [[nodiscard]] cusparseDnVecDescr_t y() const { return y_; }

 private:
  void create(cudaStream_t stream, const DeviceProduct& product);
  void destroy();

  cusparseHandle_t handle_ = nullptr;
  cusparseConstSpMatDescr_t matrix_ = nullptr;
  cusparseConstDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
};

}  // namespace spmv::cusparse

// The routine that cuSPARSE's header declares.
#define SPMV_ROUTINE(name) VENDOR_ROUTINE(::spmv::cusparse::library(), name)
// Calls it, and throws what check() throws.
#define SPMV_CALL(name, ...) ::spmv::cusparse::check(SPMV_ROUTINE(name)(__VA_ARGS__), #name)
