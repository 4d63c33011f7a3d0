// The variant openblas.cpu: ?gemm of OpenBLAS.
#include <cblas.h>

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "gemm/gemm.hpp"
#include "gemm/widened.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

// c = a b of one product.
template <class T>
void multiply(const Shape& shape, const T* a, const T* b, T* c) {
  const auto order = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
  const auto count = [](std::size_t size) { return static_cast<blasint>(size); };
  // A line must have a length even if there are none.
  const blasint line_a = count(std::max<std::size_t>(shape.line_a(), 1));
  const blasint line_b = count(std::max<std::size_t>(shape.line_b(), 1));
  const auto gemm = [] {
    if constexpr (std::is_same_v<T, double>) {
      return cblas_dgemm;
    } else {
      return cblas_sgemm;
    }
  }();
  gemm(CblasRowMajor, order(shape.transpose_a), order(shape.transpose_b), count(shape.rows),
       count(shape.columns), count(shape.inner), 1, a, line_a, b, line_b, 0, c,
       count(shape.columns));
}

template <class Real>
class OpenBlas final : public Trial {
 public:
  explicit OpenBlas(const Task& task)
      : host_(task.host()),
        shape_(task.arguments()),
        threads_(static_cast<int>(threads_of(task))),
        a_(task.input("a")),
        b_(task.input("b")),
        c_(elements<Real>(task.output("c"))),
        sums_(is_half ? c_.size() : 0) {}

  void run() override {
    const Sum* const a = a_.get(threads_);
    const Sum* const b = b_.get(threads_);
    openblas_set_num_threads(threads_);
    {
      const Phase phase(host_, "multiply");
      for (std::size_t entry = 0; entry < shape_.batch; ++entry) {
        multiply(shape_, a + entry * shape_.a_size(), b + entry * shape_.b_size(),
                 sums() + entry * shape_.c_size());
      }
    }
    if constexpr (is_half) {
#pragma omp parallel for schedule(static) num_threads(threads_) if (threads_ > 1)
      for (std::size_t k = 0; k < c_.size(); ++k) c_[k] = Real(double{sums_[k]});
    }
  }

 private:
  using Sum = SumOf<Real>;
  static constexpr bool is_half = std::is_same_v<Real, Half>;

  // Where OpenBLAS leaves its results.
  Sum* sums() {
    if constexpr (is_half) {
      return sums_.data();
    } else {
      return c_.data();
    }
  }

  Host host_;
  Shape shape_;
  int threads_;
  Widened<Real> a_;
  Widened<Real> b_;
  std::span<Real> c_;
  std::vector<Sum> sums_;  // of halves
};

void describe_openblas(Plugin& plugin) {
  plugin.variant(
      {.name = "openblas.cpu",
       .problem = "gemm/batched",
       .doc =
           "OpenBLAS (sgemm, dgemm), one product after the other; halves are converted to float.",
       .parameters = {threads_parameter()},
       .constraints = {threads_constraint()},
       .prepare = [](const Task& task) { return prepare_by_type<OpenBlas>(task); }});
}

}  // namespace
}  // namespace gemm

ASSAY_PLUGIN("gemm-openblas", "0.1.0", gemm::describe_openblas)
