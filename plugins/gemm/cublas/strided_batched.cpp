// The variant cublas.cuda: cuBLAS's products of batches.
#include <algorithm>
#include <span>
#include <utility>

#include "gemm/cublas/cublas.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

template <class Real>
class StridedBatched final : public Trial {
 public:
  explicit StridedBatched(const Task& task)
      : host_(task.host()),
        shape_(task.arguments()),
        result_(elements<Real>(task.output("c"))),
        a_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("a")))),
        b_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("b")))),
        c_(host_, result_.size()),
        handle_(nullptr, GEMM_CUBLAS(cublasDestroy)) {
    native_work(host_, nullptr, [&](void* stream) {
      cublasHandle_t handle = nullptr;
      check(GEMM_CUBLAS(cublasCreate)(&handle), "cublasCreate");
      handle_.reset(handle);
      check(GEMM_CUBLAS(cublasSetStream)(handle, static_cast<cudaStream_t>(stream)),
            "cublasSetStream");
      if (!reduces_in_float(task)) return;
      check(
          GEMM_CUBLAS(cublasSetMathMode)(handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION),
          "cublasSetMathMode");
    });
  }

  void run() override {
    const Phase phase(host_, "multiply");
    native_work(host_, nullptr, [&](void*) { multiply(); });
  }
  void outputs() override { c_.read(result_); }

 private:
  void multiply() const {
    const SumOf<Real> one = 1;
    const SumOf<Real> zero = 0;
    const Factor a = factor_a(shape_);
    const Factor b = factor_b(shape_);
    constexpr std::int64_t shortest = 1;  // a line must have a length even if there are none
    const auto count = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    check(GEMM_CUBLAS(cublasGemmStridedBatchedEx_64)(
              handle_.get(), b.operation, a.operation, count(shape_.columns), count(shape_.rows),
              count(shape_.inner), &one, device_pointer(host_, b_), cublas_type<Real>,
              std::max(b.line, shortest), count(shape_.b_size()), device_pointer(host_, a_),
              cublas_type<Real>, std::max(a.line, shortest), count(shape_.a_size()), &zero,
              device_pointer(host_, c_), cublas_type<Real>, count(shape_.columns),
              count(shape_.c_size()), count(shape_.batch), cublas_sums<Real>, CUBLAS_GEMM_DEFAULT),
          "cublasGemmStridedBatchedEx");
  }

  Host host_;
  Shape shape_;
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
  Buffer<Real> c_;
  Owned<cublasHandle_t> handle_;
};

}  // namespace

void describe_strided_batched(Plugin& plugin) {
  auto [parameters, constraints] = reductions_parameters();
  plugin.variant({.name = "cublas.cuda",
                  .problem = "gemm/batched",
                  .doc = "cuBLAS (cublasGemmStridedBatchedEx), which chooses an algorithm.",
                  .backend = ASSAY_CUDA,
                  .parameters = std::move(parameters),
                  .constraints = std::move(constraints),
                  .prepare = [](const Task& task) { return prepare_by_type<StridedBatched>(task); },
                  .outputs_are_copies = true});
}

}  // namespace gemm
