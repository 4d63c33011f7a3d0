// What the variants share that call NVIDIA's cuBLAS and cuBLASLt: the libraries, their types, and
// their failures as sdk::Error.
#pragma once

#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "gemm/gemm.hpp"
#include "vendor/library.hpp"

namespace gemm {

// Adds cublas.cuda and cublas-lt.cuda.
void describe_strided_batched(assay::sdk::Plugin& plugin);
void describe_lt(assay::sdk::Plugin& plugin);

// The libraries. Both throw as vendor::Library does.
const vendor::Library& cublas();
const vendor::Library& cublas_lt();
#define GEMM_CUBLAS(name) VENDOR_ROUTINE(::gemm::cublas(), name)
#define GEMM_CUBLAS_LT(name) VENDOR_ROUTINE(::gemm::cublas_lt(), name)

// Throws sdk::Error that names the routine if it failed: ASSAY_OUT_OF_MEMORY, ASSAY_UNSUPPORTED for
// what the library or the device cannot do, otherwise ASSAY_DEVICE_ERROR.
void check(cublasStatus_t status, const std::string& routine);

// The parameter "reductions": both libraries may add up the sums of parts of halves in half, unless
// they are told not to.
assay::sdk::ParameterSet reductions_parameters();
bool reduces_in_float(const assay::sdk::Task& task);

// An object of a library's, which `destroy` ends.
template <class Pointer>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, cublasStatus_t (*)(Pointer)>;

// The types of numbers and of sums.
template <class Real>
inline constexpr cudaDataType cublas_type = std::is_same_v<Real, Half>    ? CUDA_R_16F
                                            : std::is_same_v<Real, float> ? CUDA_R_32F
                                                                          : CUDA_R_64F;
template <class Real>
inline constexpr cublasComputeType_t cublas_sums =
    std::is_same_v<Real, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;

// A factor as the libraries see it, which read and write columns: what lies in rows is the
// transpose to them, so that they compute c^T = b^T a^T, and b is their first factor.
struct Factor {
  Factor(bool transposed, std::size_t line_length, std::size_t lines_of_one)
      : operation(transposed ? CUBLAS_OP_T : CUBLAS_OP_N),
        line(static_cast<std::int64_t>(line_length)),
        lines(static_cast<std::int64_t>(lines_of_one)) {}

  cublasOperation_t operation;
  std::int64_t line;   // the rows that the library sees
  std::int64_t lines;  // and the columns
};
inline Factor factor_a(const Shape& shape) {
  return {shape.transpose_a, shape.line_a(), shape.transpose_a ? shape.inner : shape.rows};
}
inline Factor factor_b(const Shape& shape) {
  return {shape.transpose_b, shape.line_b(), shape.transpose_b ? shape.columns : shape.inner};
}

}  // namespace gemm
