// loop.cpu and online.cpu: three passes over each row, and two with vectors and threads.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "assay/processor.hpp"
#include "rows/matrix.hpp"
#include "softmax/kernels.hpp"
#include "softmax/softmax.hpp"

namespace softmax {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : extents_(task),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<Real>(task.output("y"))) {}

  void run() override {
    for (std::size_t first = 0; first < x_.size(); first += extents_.columns) {
      transform(x_.subspan(first, extents_.columns), y_.subspan(first, extents_.columns));
    }
  }

 private:
  static void transform(std::span<const Real> x, std::span<Real> y) {
    Real greatest = std::numeric_limits<Real>::lowest();
    for (const Real number : x) greatest = std::max(greatest, number);
    Real sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      y[j] = std::exp(x[j] - greatest);
      sum += y[j];
    }
    for (Real& result : y) result /= sum;
  }

  rows::Extents extents_;
  std::span<const Real> x_;
  std::span<Real> y_;
};

template <class Real>
class Online : public Trial {
 public:
  explicit Online(const Task& task)
      : extents_(task),
        block_(task.configuration().size("block")),
        threads_(static_cast<int>(threads_of(task))),
        transform_(for_simd_bits(task.configuration().integer("simd_bits"),
                                 [](auto width) { return row_function<Real, width>(); })),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<Real>(task.output("y"))) {}

  void run() override {
#pragma omp parallel for schedule(static) num_threads(threads_) if (threads_ > 1)
    for (std::size_t row = 0; row < extents_.rows; ++row) {
      const std::size_t first = row * extents_.columns;
      transform_(x_.data() + first, y_.data() + first, extents_.columns, block_);
    }
  }

 private:
  rows::Extents extents_;
  std::size_t block_;
  int threads_;
  RowFunction<Real> transform_;
  std::span<const Real> x_;
  std::span<Real> y_;
};

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "softmax/rows",
                  .doc = "Three passes over each row in one thread: maximum, sum, division.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant(
      {.name = "online.cpu",
       .problem = "softmax/rows",
       .doc = "Maximum and sum of a row in one pass, with vectors; rows shared among threads.",
       .parameters = {{"block", "Vectors of a row after which a sum is rescaled.",
                       powers_of_two(1, 64), 8},
                      simd_bits_parameter(),
                      threads_parameter()},
       .constraints = {simd_bits_constraint(), threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Online>(task.input("x"), task);
       }});
}

}  // namespace softmax
