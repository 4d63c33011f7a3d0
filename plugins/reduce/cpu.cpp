// loop.cpu, one number after the other, and threads.cpu, whose threads reduce vectors side by side.
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "assay/processor.hpp"
#include "reduce/kernels.hpp"
#include "reduce/reduce.hpp"

namespace reduce {
namespace {

using namespace assay::sdk;

// NaN if either is: a comparison with NaN is false.
double greater(double a, double b) { return a >= b || a != a ? a : b; }

template <class Real>
double sum_in_order(const Real* x, std::size_t count) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += double{x[k]};
  return sum;
}
template <class Real>
double maximum_in_order(const Real* x, std::size_t count) {
  double maximum = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < count; ++k) maximum = greater(maximum, double{x[k]});
  return maximum;
}

// Each thread reduces a share of neighbours; one thread reduces what they found.
template <class Real>
class Shares : public Trial {
 public:
  Shares(const Task& task, Reduction<Real> reduce, std::size_t threads)
      : is_maximum_(is_maximum(task)),
        reduce_(reduce),
        threads_(static_cast<int>(threads)),
        found_(threads),
        x_(elements<const Real>(task.input("x"))),
        result_(elements<Real>(task.output("result"))) {}

  void run() override {
    const std::size_t share = quotient_up(x_.size(), found_.size());
#pragma omp parallel for schedule(static, 1) num_threads(threads_) if (threads_ > 1)
    for (std::size_t t = 0; t < found_.size(); ++t) {
      const std::size_t first = std::min(t * share, x_.size());
      found_[t] = reduce_(x_.data() + first, std::min(share, x_.size() - first));
    }
    result_[0] = static_cast<Real>(is_maximum_ ? maximum_in_order(found_.data(), found_.size())
                                               : sum_in_order(found_.data(), found_.size()));
  }

 private:
  bool is_maximum_;
  Reduction<Real> reduce_;
  int threads_;
  std::vector<double> found_;  // [threads]
  std::span<const Real> x_;
  std::span<Real> result_;
};

template <class Real>
Reduction<Real> in_order(const Task& task) {
  return is_maximum(task) ? maximum_in_order<Real> : sum_in_order<Real>;
}

template <class Real>
Reduction<Real> by_vectors(const Task& task) {
  const Bindings& configuration = task.configuration();
  const auto found = for_simd_bits(configuration.integer("simd_bits"), [&](auto width) {
    return kernels<Real, width>(configuration.size("vectors"), configuration.size("streams"));
  });
  return is_maximum(task) ? found.maximum : found.sum;
}

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant(
      {.name = "loop.cpu",
       .problem = "reduce/array",
       .doc = "One number after the other in one thread, in double.",
       .prepare = [](const Task& task) {
         return by_precision(task.input("x"), [&]<class Real>() -> std::unique_ptr<Trial> {
           return std::make_unique<Shares<Real>>(task, in_order<Real>(task), std::size_t{1});
         });
       }});
  plugin.variant(
      {.name = "threads.cpu",
       .problem = "reduce/array",
       .doc = "Threads, each with vectors that are reduced side by side; short runs are added in "
              "the precision of the numbers, their sums in double.",
       .parameters =
           {{"vectors", "Vectors that a thread reduces side by side.", powers_of_two(1, 16), 8},
            {"streams",
             "Places in its share from which a thread reads at the same pace, which keeps "
             "more lines of memory on their way.",
             powers_of_two(1, 8), 4},
            simd_bits_parameter(),
            threads_parameter()},
       .constraints = {{"streams <= vectors", "each place takes a vector at least"},
                       simd_bits_constraint(),
                       threads_constraint()},
       .prepare = [](const Task& task) {
         return by_precision(task.input("x"), [&]<class Real>() -> std::unique_ptr<Trial> {
           return std::make_unique<Shares<Real>>(task, by_vectors<Real>(task), threads_of(task));
         });
       }});
}

}  // namespace reduce
