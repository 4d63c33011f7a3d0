// loop.cpu: row by row, in one thread.
#include <algorithm>
#include <span>
#include <vector>

#include "gemm/gemm.hpp"
#include "gemm/widened.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : shape_(task.arguments()),
        a_(task.input("a")),
        b_(task.input("b")),
        c_(elements<Real>(task.output("c"))),
        sums_(shape_.columns) {}

  void run() override {
    const Sum* const a = a_.get(1);
    const Sum* const b = b_.get(1);
    for (std::size_t row = 0; row < shape_.batch * shape_.rows; ++row) {
      const std::size_t entry = row / shape_.rows;
      add_up(a + entry * shape_.a_size() + row % shape_.rows * shape_.a().row,
             b + entry * shape_.b_size());
      for (std::size_t j = 0; j < shape_.columns; ++j) {
        c_[row * shape_.columns + j] = static_cast<Real>(sums_[j]);
      }
    }
  }

 private:
  using Sum = SumOf<Real>;

  // The sums of one row of the result.
  void add_up(const Sum* a_row, const Sum* b) {
    std::ranges::fill(sums_, Sum{0});
    for (std::size_t k = 0; k < shape_.inner; ++k) {
      const Sum left = a_row[k * shape_.a().column];
      for (std::size_t j = 0; j < shape_.columns; ++j) {
        sums_[j] += left * b[k * shape_.b().row + j * shape_.b().column];
      }
    }
  }

  Shape shape_;
  Widened<Real> a_;
  Widened<Real> b_;
  std::span<Real> c_;
  std::vector<Sum> sums_;
};

}  // namespace

void describe_loop(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "gemm/batched",
                  .doc = "Three nested loops in one thread, the innermost along the rows of b.",
                  .prepare = [](const Task& task) { return prepare_by_type<Loop>(task); }});
}

}  // namespace gemm
