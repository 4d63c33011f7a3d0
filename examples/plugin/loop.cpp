// The variant loop.cpu: one loop over blocks of elements, in a single thread.
#include <algorithm>
#include <span>

#include "axpy.hpp"

namespace axpy {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  // Called once for each trial; not timed.
  explicit Loop(const Task& task)
      : block_(task.configuration().size("block")),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<const Real>(task.input("y"))),
        a_(task.input("a")),
        z_(elements<Real>(task.output("z"))) {}

  // Runs one timed repetition.
  void run() override {
    const Real a = elements<const Real>(a_).front();
    for (std::size_t first = 0; first < z_.size(); first += block_) {
      const std::size_t end = std::min(first + block_, z_.size());
      for (std::size_t k = first; k < end; ++k) z_[k] = a * x_[k] + y_[k];
    }
  }

 private:
  std::size_t block_;
  std::span<const Real> x_;
  std::span<const Real> y_;
  const assay_tensor& a_;
  std::span<Real> z_;
};

}  // namespace

void describe_loop(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "axpy/add",
                  .doc = "A loop over blocks of elements.",
                  .parameters = {{"block", "Elements of a block.", powers_of_two(64, 65536), 4096}},
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
}

}  // namespace axpy
