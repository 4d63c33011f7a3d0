// loop.cpu: the definition as it stands, point by point.
#include <span>

#include "assay/precision.hpp"
#include "stencil/stencil.hpp"

namespace stencil {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : grid_(task),
        weights_(elements<const Real>(task.input("weights"))),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<Real>(task.output("y"))) {}

  void run() override {
    std::size_t place = 0;
    for (std::size_t plane = 0; plane < grid_.depth; ++plane) {
      for (std::size_t row = 0; row < grid_.height; ++row) {
        for (std::size_t column = 0; column < grid_.width; ++column) {
          y_[place] = weights_[0] * x_[place] + along(place, column, grid_.width, 1) +
                      along(place, row, grid_.height, grid_.width) +
                      along(place, plane, grid_.depth, grid_.width * grid_.height);
          ++place;
        }
      }
    }
  }

 private:
  // What the neighbours along one axis add to a point with that coordinate on it.
  [[nodiscard]] Real along(std::size_t place, std::size_t coordinate, std::size_t extent,
                           std::size_t stride) const {
    Real sum = 0;
    for (std::size_t d = 1; d <= grid_.radius; ++d) {
      const Real before = coordinate >= d ? x_[place - d * stride] : 0;
      const Real after = coordinate + d < extent ? x_[place + d * stride] : 0;
      sum += weights_[d] * (before + after);
    }
    return sum;
  }

  Grid grid_;
  std::span<const Real> weights_;
  std::span<const Real> x_;
  std::span<Real> y_;
};

}  // namespace

void describe_loop(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "stencil/grid",
                  .doc = "Three nested loops in one thread.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
}

}  // namespace stencil
