// loop.cpu and blocks.cpu: three passes over each row, and blocks of a row with vectors and
// threads.
#include <cmath>
#include <span>

#include "assay/processor.hpp"
#include "layer_norm/kernels.hpp"
#include "layer_norm/layer_norm.hpp"

namespace layer_norm {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task) : tensors_(task) {}

  void run() override {
    const std::size_t columns = tensors_.extents.columns;
    for (std::size_t first = 0; first < tensors_.x.size(); first += columns) {
      normalise(tensors_.x.subspan(first, columns), tensors_.y.subspan(first, columns));
    }
  }

 private:
  void normalise(std::span<const Real> x, std::span<Real> y) const {
    Real sum = 0;
    for (const Real number : x) sum += number;
    const Real mean = sum / static_cast<Real>(x.size());
    Real squares = 0;
    for (const Real number : x) squares += (number - mean) * (number - mean);
    const Real variance = squares / static_cast<Real>(x.size());
    // 0 * variance is NaN where the variance is not finite.
    const Real scale = 1 / std::sqrt(variance + tensors_.epsilon) + 0 * variance;
    for (std::size_t j = 0; j < x.size(); ++j) {
      y[j] = (x[j] - mean) * scale * tensors_.gamma[j] + tensors_.beta[j];
    }
  }

  Tensors<Real> tensors_;
};

template <class Real>
class Blocks : public Trial {
 public:
  explicit Blocks(const Task& task)
      : tensors_(task),
        block_(task.configuration().size("block")),
        threads_(static_cast<int>(threads_of(task))),
        normalise_(for_simd_bits(task.configuration().integer("simd_bits"),
                                 [](auto width) { return row_function<Real, width>(); })) {}

  void run() override {
    const std::size_t columns = tensors_.extents.columns;
#pragma omp parallel for schedule(static) num_threads(threads_) if (threads_ > 1)
    for (std::size_t row = 0; row < tensors_.extents.rows; ++row) {
      normalise_(tensors_.x.data() + row * columns, tensors_.gamma.data(), tensors_.beta.data(),
                 tensors_.epsilon, tensors_.y.data() + row * columns, columns, block_);
    }
  }

 private:
  Tensors<Real> tensors_;
  std::size_t block_;
  int threads_;
  RowFunction<Real> normalise_;
};

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "layer-norm/rows",
                  .doc = "Three passes over each row in one thread: mean, variance, result.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant(
      {.name = "blocks.cpu",
       .problem = "layer-norm/rows",
       .doc =
           "Means and variances of blocks, with vectors, combined to those of a row; rows shared "
           "among threads.",
       .parameters = {{"block", "Elements of a block.", powers_of_two(64, 8192), 1024},
                      simd_bits_parameter(),
                      threads_parameter()},
       .constraints = {simd_bits_constraint(), threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Blocks>(task.input("x"), task);
       }});
}

}  // namespace layer_norm
