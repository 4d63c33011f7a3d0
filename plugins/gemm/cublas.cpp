// The variant cublas.cuda: NVIDIA's products of batches of matrices.
#include <cublas_v2.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "gemm/gemm.hpp"
#include "vendor/library.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

const vendor::Library& cublas() {
  static const vendor::Library library(GEMM_CUBLAS_FILE);
  return library;
}
#define GEMM_CUBLAS(name) VENDOR_ROUTINE(cublas(), name)

// Throws sdk::Error that names the routine if it failed: ASSAY_OUT_OF_MEMORY, ASSAY_UNSUPPORTED for
// what the library or the device cannot do, otherwise ASSAY_DEVICE_ERROR.
void check(cublasStatus_t status, const std::string& routine) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  const bool cannot =
      status == CUBLAS_STATUS_ARCH_MISMATCH || status == CUBLAS_STATUS_NOT_SUPPORTED;
  const assay_status kind = status == CUBLAS_STATUS_ALLOC_FAILED ? ASSAY_OUT_OF_MEMORY
                            : cannot                             ? ASSAY_UNSUPPORTED
                                                                 : ASSAY_DEVICE_ERROR;
  throw Error(kind, routine + ": " + GEMM_CUBLAS(cublasGetStatusString)(status));
}

// A handle, destroyed while the device's context is current, as it is after any call to the host.
class Handle {
 public:
  explicit Handle(const Host& host) {
    native_work(host, nullptr,
                [&](void*) { check(GEMM_CUBLAS(cublasCreate)(&handle_), "cublasCreate"); });
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { GEMM_CUBLAS(cublasDestroy)(handle_); }

  // The handle, which from now on works on that stream.
  [[nodiscard]] cublasHandle_t on(void* stream) const {
    check(GEMM_CUBLAS(cublasSetStream)(handle_, static_cast<cudaStream_t>(stream)),
          "cublasSetStream");
    return handle_;
  }

 private:
  cublasHandle_t handle_ = nullptr;
};

template <class Real>
class CuBlas final : public Trial {
 public:
  explicit CuBlas(const Task& task)
      : host_(task.host()),
        shape_(task.arguments()),
        handle_(host_),
        result_(elements<Real>(task.output("c"))),
        a_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("a")))),
        b_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("b")))),
        c_(host_, result_.size()) {}

  void run() override {
    const Phase phase(host_, "multiply");
    native_work(host_, nullptr, [&](void* stream) { multiply(handle_.on(stream)); });
  }
  void outputs() override { c_.read(result_); }

 private:
  // cuBLAS reads and writes columns: what lies in rows is the transpose to it, and c^T = b^T a^T.
  void multiply(cublasHandle_t handle) const {
    const SumOf<Real> one = 1;
    const SumOf<Real> zero = 0;
    const auto order = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
    const auto count = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    // A line must have a length even if there are none.
    const std::int64_t line_a = std::max<std::int64_t>(count(shape_.line_a()), 1);
    const std::int64_t line_b = std::max<std::int64_t>(count(shape_.line_b()), 1);
    check(GEMM_CUBLAS(cublasGemmStridedBatchedEx_64)(
              handle, order(shape_.transpose_b), order(shape_.transpose_a), count(shape_.columns),
              count(shape_.rows), count(shape_.inner), &one, device_pointer(host_, b_), type,
              line_b, count(shape_.b_size()), device_pointer(host_, a_), type, line_a,
              count(shape_.a_size()), &zero, device_pointer(host_, c_), type, count(shape_.columns),
              count(shape_.c_size()), count(shape_.batch), sums, CUBLAS_GEMM_DEFAULT),
          "cublasGemmStridedBatchedEx");
  }

  static constexpr cudaDataType type = std::is_same_v<Real, Half>    ? CUDA_R_16F
                                       : std::is_same_v<Real, float> ? CUDA_R_32F
                                                                     : CUDA_R_64F;
  static constexpr cublasComputeType_t sums =
      std::is_same_v<Real, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;

  Host host_;
  Shape shape_;
  Handle handle_;
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
  Buffer<Real> c_;
};

void describe_cublas(Plugin& plugin) {
  plugin.variant({.name = "cublas.cuda",
                  .problem = "gemm/batched",
                  .doc = "cuBLAS (cublasGemmStridedBatchedEx), sums of halves in float.",
                  .backend = ASSAY_CUDA,
                  .prepare = [](const Task& task) { return prepare_by_type<CuBlas>(task); },
                  .outputs_are_copies = true});
}

}  // namespace
}  // namespace gemm

ASSAY_PLUGIN("gemm-cublas", "0.1.0", gemm::describe_cublas)
