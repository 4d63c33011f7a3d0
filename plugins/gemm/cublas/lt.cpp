// The variant cublas-lt.cuda: the algorithms that cuBLASLt proposes, one by one.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gemm/cublas/cublas.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

constexpr int most_proposals = 16;

// Makes an object by cublasLt<name>Create, which is given a place for it, and the arguments.
#define GEMM_MAKE_LT(name, ...)                                                      \
  [&] {                                                                              \
    cublasLt##name##_t made = nullptr;                                               \
    check(GEMM_CUBLAS_LT(cublasLt##name##Create)(&made __VA_OPT__(, ) __VA_ARGS__),  \
          "cublasLt" #name "Create");                                                \
    return Owned<cublasLt##name##_t>(made, GEMM_CUBLAS_LT(cublasLt##name##Destroy)); \
  }()

using Layout = Owned<cublasLtMatrixLayout_t>;

// The layout of matrices in a batch, by columns.
Layout layout(cudaDataType type, std::int64_t rows, std::int64_t columns, std::size_t batch) {
  Layout matrices = GEMM_MAKE_LT(MatrixLayout, type, static_cast<std::uint64_t>(rows),
                                 static_cast<std::uint64_t>(columns), rows);
  const auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, const auto& value) {
    check(GEMM_CUBLAS_LT(cublasLtMatrixLayoutSetAttribute)(matrices.get(), attribute, &value,
                                                           sizeof value),
          "cublasLtMatrixLayoutSetAttribute");
  };
  set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<std::int32_t>(batch));
  set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, rows * columns);
  return matrices;
}

// The product as cuBLASLt knows it, and the algorithm of a configuration. Created and used while
// the device's context is current.
template <class Real>
class LtProduct {
 public:
  // Throws ASSAY_UNSUPPORTED if the library has no proposal of that number.
  explicit LtProduct(const Task& task)
      : LtProduct(task, factor_a(Shape(task.arguments())), factor_b(Shape(task.arguments()))) {}

  [[nodiscard]] std::size_t workspace_bytes() const { return chosen_.workspaceSize; }

  void multiply(const Real* a, const Real* b, Real* c, std::byte* workspace,
                cudaStream_t stream) const {
    const SumOf<Real> one = 1;
    const SumOf<Real> zero = 0;
    check(GEMM_CUBLAS_LT(cublasLtMatmul)(handle_.get(), product_.get(), &one, b, b_.get(), a,
                                         a_.get(), &zero, c, c_.get(), c, c_.get(), &chosen_.algo,
                                         workspace, chosen_.workspaceSize, stream),
          "cublasLtMatmul");
  }

 private:
  LtProduct(const Task& task, const Factor& a, const Factor& b)
      : handle_(nullptr, GEMM_CUBLAS_LT(cublasLtDestroy)),
        product_(GEMM_MAKE_LT(MatmulDesc, cublas_sums<Real>, cublas_type<SumOf<Real>>)),
        a_(layout(cublas_type<Real>, a.line, a.lines, Shape(task.arguments()).batch)),
        b_(layout(cublas_type<Real>, b.line, b.lines, Shape(task.arguments()).batch)),
        c_(layout(cublas_type<Real>, task.arguments().integer("columns"),
                  task.arguments().integer("rows"), Shape(task.arguments()).batch)) {
    cublasLtHandle_t handle = nullptr;
    check(GEMM_CUBLAS_LT(cublasLtCreate)(&handle), "cublasLtCreate");
    handle_.reset(handle);
    set_operation(CUBLASLT_MATMUL_DESC_TRANSA, b.operation);
    set_operation(CUBLASLT_MATMUL_DESC_TRANSB, a.operation);
    choose(task);
  }

  void set_operation(cublasLtMatmulDescAttributes_t attribute, cublasOperation_t operation) {
    const auto value = static_cast<std::int32_t>(operation);
    check(GEMM_CUBLAS_LT(cublasLtMatmulDescSetAttribute)(product_.get(), attribute, &value,
                                                         sizeof value),
          "cublasLtMatmulDescSetAttribute");
  }

  void choose(const Task& task) {
    const auto preference = GEMM_MAKE_LT(MatmulPreference);
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
      check(GEMM_CUBLAS_LT(cublasLtMatmulPreferenceSetAttribute)(preference.get(), attribute,
                                                                 &value, sizeof value),
            "cublasLtMatmulPreferenceSetAttribute");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
           std::uint64_t{task.configuration().size("workspace_mib")} << 20U);
    if (reduces_in_float(task)) {
      prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
             std::uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
    }
    std::array<cublasLtMatmulHeuristicResult_t, most_proposals> proposals{};
    int count = 0;
    check(GEMM_CUBLAS_LT(cublasLtMatmulAlgoGetHeuristic)(
              handle_.get(), product_.get(), b_.get(), a_.get(), c_.get(), c_.get(),
              preference.get(), most_proposals, proposals.data(), &count),
          "cublasLtMatmulAlgoGetHeuristic");
    const std::int64_t wanted = task.configuration().integer("proposal");
    if (wanted >= count) {
      throw Error(ASSAY_UNSUPPORTED,
                  fmt::format("cuBLASLt proposes {} algorithms, which are counted from 0: there is "
                              "no proposal {}",
                              count, wanted));
    }
    chosen_ = proposals[static_cast<std::size_t>(wanted)];
    check(chosen_.state, "cublasLtMatmulAlgoGetHeuristic");
  }

  Owned<cublasLtHandle_t> handle_;
  Owned<cublasLtMatmulDesc_t> product_;
  Layout a_;
  Layout b_;
  Layout c_;
  cublasLtMatmulHeuristicResult_t chosen_{};
};

template <class Real>
class Lt final : public Trial {
 public:
  explicit Lt(const Task& task)
      : host_(task.host()),
        result_(elements<Real>(task.output("c"))),
        a_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("a")))),
        b_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("b")))),
        c_(host_, result_.size()) {
    native_work(host_, nullptr, [&](void*) { product_ = std::make_unique<LtProduct<Real>>(task); });
    workspace_ = {host_, product_->workspace_bytes()};
  }

  void run() override {
    const Phase phase(host_, "multiply");
    native_work(host_, nullptr, [&](void* stream) {
      product_->multiply(device_pointer(host_, a_), device_pointer(host_, b_),
                         device_pointer(host_, c_), device_pointer(host_, workspace_),
                         static_cast<cudaStream_t>(stream));
    });
  }
  void outputs() override { c_.read(result_); }

 private:
  Host host_;
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
  Buffer<Real> c_;
  std::unique_ptr<LtProduct<Real>> product_;
  Buffer<std::byte> workspace_;
};

std::vector<Value> proposals() {
  std::vector<Value> numbers;
  for (int number = 0; number < most_proposals; ++number) numbers.emplace_back(number);
  return numbers;
}

}  // namespace

void describe_lt(Plugin& plugin) {
  ParameterSet set{
      {{"proposal", "Which of its proposals, the best in its own opinion first.", proposals()},
       {"workspace_mib", "The most memory that an algorithm may work in, in MiB.", {0, 4, 32}, 32}},
      {{"inner >= 1", "it takes no empty matrices"}}};
  set.add(reductions_parameters());
  plugin.variant({.name = "cublas-lt.cuda",
                  .problem = "gemm/batched",
                  .doc = "cuBLASLt (cublasLtMatmul), with one of the algorithms that it proposes.",
                  .backend = ASSAY_CUDA,
                  .parameters = std::move(set.parameters),
                  .constraints = std::move(set.constraints),
                  .prepare = [](const Task& task) { return prepare_by_type<Lt>(task); },
                  .outputs_are_copies = true});
}

}  // namespace gemm
