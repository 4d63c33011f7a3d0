// The arithmetic of kernels/sparse_grid/folded/folded.h on the host: hats as lines in the
// coordinates of a tile.
#include <algorithm>
#include <cmath>
#include <random>

#include "sparse_grid/library/support.hpp"
#include "tests/catch.hpp"

namespace sparse_grid::in_double {
namespace {

using std::fma;
using std::fmax;
using std::fmin;

#define REAL_BITS 64
#define FUNCTION [[maybe_unused]] static
#define GLOBAL
#define RESTRICT
#include "kernels/sparse_grid/folded/folded.h"

// A hat's ratio to the level-1 function, by the definition.
real ratio(real x, real2 shape) {
  return std::max(0.0, 1 - std::abs(shape.x * x - shape.y)) / (2 * std::min(x, 1 - x));
}

struct Draw {
  real2 box;
  real2 shape;
};

// Boxes of all sizes on either side of the middle and around it, and a hat that meets the box.
Draw draw(std::mt19937& random) {
  std::uniform_real_distribution<real> in_cube(0, 1);
  for (;;) {
    const real size = std::ldexp(1, -static_cast<int>(random() % 12));
    real lower = in_cube(random);
    if (random() % 4 == 0) lower = static_cast<real>(random() % 16) / 16;
    const real2 box{std::max(lower, 1e-3), std::min(lower + size, 1 - 1e-3)};
    const real level = std::ldexp(1, 2 + static_cast<int>(random() % 8));
    const real index = 2 * std::floor(lower * level / 2) + 1;
    const real2 shape{level, index};
    if (box.x <= box.y && meets_support(box.x, box.y, shape)) return {box, shape};
  }
}

TEST_CASE(
    "In a tile's coordinate a hat's ratio to the level-1 function is the lesser of two lines") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 20'000; ++trial) {
    const auto [box, shape] = draw(random);
    const Frame frame = frame_of(box);
    const Lines lines = lines_of(frame, shape);
    const bool linear = is_linear(box.x, box.y, shape);
    const real2 line = line_of(lines, box, shape);
    INFO("box " << box.x << " to " << box.y << ", hat " << shape.y << " / " << shape.x);
    for (int point = 0; point <= 8; ++point) {
      const real x = std::min(box.x + (box.y - box.x) * point / 8, box.y);
      const real at = coordinate_in(frame, x);
      CHECK(std::abs(at) <= 1 + 1e-12);
      const real wanted = ratio(x, shape);
      // Coordinates and indices are rounded once; both grow towards the sides.
      const real near = 1e-14 * shape.x / std::min(box.x, 1 - box.y);
      const real lesser = std::max(0.0, std::min(fma(at, lines.rising.y, lines.rising.x),
                                                 fma(at, lines.falling.y, lines.falling.x)));
      CHECK(std::abs(lesser - wanted) <= near);
      if (linear) CHECK(std::abs(fma(at, line.y, line.x) - wanted) <= near);
    }
  }
}

TEST_CASE("Points on the sides of the cube, and boxes of one point, have coordinates") {
  for (const real2 box : {real2{0, 0}, real2{0, 1}, real2{1, 1}, real2{0.5, 0.5}, real2{0, 0.5},
                          real2{0.25, 0.25}, real2{0.5, 1}}) {
    const Frame frame = frame_of(box);
    for (const real x : {box.x, box.y, 0.5 * (box.x + box.y)}) {
      CHECK(std::abs(coordinate_in(frame, x)) <= 1 + 1e-12);
      const Lines lines = lines_of(frame, real2{8, 3});
      CHECK(std::isfinite(fma(coordinate_in(frame, x), lines.rising.y, lines.rising.x)));
      CHECK(std::isfinite(fma(coordinate_in(frame, x), lines.falling.y, lines.falling.x)));
    }
  }
}

}  // namespace
}  // namespace sparse_grid::in_double
