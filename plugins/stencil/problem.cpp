// stencil/grid: its arguments, weights and numbers, and the expected result.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "numbers/numbers.hpp"
#include "stencil/stencil.hpp"

namespace stencil {
namespace {

using namespace assay::sdk;

struct Shape {
  std::size_t width;
  std::size_t height;
  std::size_t depth;
  std::size_t radius;

  [[nodiscard]] std::size_t points() const { return width * height * depth; }
  [[nodiscard]] std::size_t axes() const { return depth == 1 ? 2 : 3; }
};

// They fall off as 1 / (1 + distance), so that no two are alike, and those of a whole star add up
// to 1.
template <class Real>
std::vector<Real> star_weights(const Shape& shape) {
  const auto sides = 2.0 * static_cast<double>(shape.axes());
  double total = 1;
  for (std::size_t d = 1; d <= shape.radius; ++d) total += sides / static_cast<double>(1 + d);
  std::vector<Real> weights;
  for (std::size_t d = 0; d <= shape.radius; ++d) {
    weights.push_back(static_cast<Real>(1 / (static_cast<double>(1 + d) * total)));
  }
  return weights;
}

// Sums of the largest numbers overflow in some orders of operations and not in others, and a
// tolerance for the rounding of such sums would let everything else pass.
template <class Real>
void replace_numbers_that_overflow(std::vector<Real>& x) {
  constexpr Real limit = std::numeric_limits<Real>::max() / 2;
  for (Real& number : x) {
    if (std::isfinite(number) && std::abs(number) > limit) number = std::copysign(Real{1}, number);
  }
}

template <class Real>
class Sweep : public Instance {
 public:
  Sweep(const Shape& shape, const numbers::Source& source)
      : shape_(shape),
        weights_(star_weights<Real>(shape)),
        x_(source.take<Real>(std::array{shape.depth, shape.height, shape.width})) {
    replace_numbers_that_overflow(x_);
    inputs_ = {
        grid("x", x_.data()),
        dense_tensor("weights", {static_cast<std::int64_t>(weights_.size())}, weights_.data())};
    outputs_ = {grid("y", static_cast<const Real*>(nullptr))};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }

  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    expected_.reserve(x_.size());
    for (std::size_t plane = 0; plane < shape_.depth; ++plane) {
      for (std::size_t row = 0; row < shape_.height; ++row) {
        for (std::size_t column = 0; column < shape_.width; ++column) {
          expected_.push_back(expected_at(column, row, plane));
        }
      }
    }
    expectations_ = {{grid("y", expected_.data()), tolerance(), 0}};
    return expectations_;
  }

  // Each point is read once and written once. Of the neighbours at one distance, all but one take
  // an addition, and their sum a fused multiply-add; the point itself takes a multiplication.
  assay_work work() const override {
    const auto points = static_cast<double>(shape_.points());
    const auto each = 1.0 + static_cast<double>(shape_.radius * (2 * shape_.axes() + 1));
    return {
        .flops = points * each, .bytes = 2.0 * sizeof(Real) * points, .element = element_of<Real>};
  }

 private:
  using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

  [[nodiscard]] assay_tensor grid(const char* name, const Real* data) const {
    return dense_tensor(
        name,
        {static_cast<std::int64_t>(shape_.depth), static_cast<std::int64_t>(shape_.height),
         static_cast<std::int64_t>(shape_.width)},
        data);
  }

  // The definition, point by point, with more digits than variants have.
  [[nodiscard]] Real expected_at(std::size_t column, std::size_t row, std::size_t plane) const {
    const std::size_t place = (plane * shape_.height + row) * shape_.width + column;
    Wide sum = Wide{weights_[0]} * x_[place];
    const auto add_axis = [&](std::size_t coordinate, std::size_t extent, std::size_t stride) {
      for (std::size_t d = 1; d <= shape_.radius; ++d) {
        if (coordinate >= d) sum += Wide{weights_[d]} * x_[place - d * stride];
        if (coordinate + d < extent) sum += Wide{weights_[d]} * x_[place + d * stride];
      }
    };
    add_axis(column, shape_.width, 1);
    add_axis(row, shape_.height, shape_.width);
    add_axis(plane, shape_.depth, shape_.width * shape_.height);
    return static_cast<Real>(sum);
  }

  // A sum of n products, in whichever order, is off by at most n u / (1 - n u) times the sum of
  // their magnitudes, where u is half the distance from 1 to the next number (Higham, "Accuracy and
  // Stability of Numerical Algorithms", 2002, section 3.1), and the magnitudes add up to at most
  // the largest one of x, since the weights are positive and add up to 1. Another u is for the
  // reference, which is rounded once, and one for terms of higher order and for the weights' sum.
  [[nodiscard]] double tolerance() const {
    double largest = 0;
    for (const Real number : x_) {
      if (std::isfinite(number)) largest = std::max(largest, std::abs(double{number}));
    }
    const auto products = static_cast<double>(1 + 2 * shape_.axes() * shape_.radius);
    // Products of small numbers may be subnormal, or 0 on devices that have no such numbers.
    constexpr double least = std::numeric_limits<Real>::min();
    return (products + 2) * (std::numeric_limits<Real>::epsilon() / 2 * largest + least);
  }

  Shape shape_;
  std::vector<Real> weights_;
  std::vector<Real> x_;
  std::vector<Real> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  constexpr std::int64_t most_points = std::int64_t{1} << 31;
  const std::int64_t width = arguments.integer("width");
  const std::int64_t height = arguments.integer("height");
  const std::int64_t depth = arguments.integer("depth");
  if (width < 1 || height < 1 || depth < 1 || width > most_points / height ||
      width * height > most_points / depth) {
    throw Error(ASSAY_INVALID,
                "width, height and depth are at least 1, and their product is at most 2^31");
  }
  const Shape shape{static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                    static_cast<std::size_t>(depth), arguments.size("radius")};
  const numbers::Source source(host, arguments);
  return numbers::create_by_precision<Sweep>(arguments, shape, source);
}

std::vector<Argument> arguments_of_problem() {
  return numbers::arguments(
      {{"width", "Points along x, the axis of neighbours in memory.", 256, {}, between(1, 300)},
       {"height", "Points along y.", 256, {}, between(1, 300)},
       {"depth", "Points along z. 1: the grid has two dimensions.", 256, {}, between(1, 40)},
       {"radius",
        "The largest distance of a neighbour.",
        1,
        {1, 2, 3, 4},
        between(1, most_radius)}});
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "stencil/grid",
       .doc = "One sweep of a star-shaped stencil: y[p] = weights[0] x[p] + the sum over the axes "
              "and over the distances d = 1 to radius of weights[d] (x[p + d] + x[p - d]), where "
              "points outside of the grid count as 0.",
       .arguments = arguments_of_problem(),
       .tensors =
           {{"x", ASSAY_INPUT,
             "float or double [depth, height, width]. Of finite numbers, those beyond half of "
             "the largest one, whose sums may overflow, are replaced by 1 or -1"},
            {"weights", ASSAY_SETUP,
             "of the same type [radius + 1], by distance: positive, and 1 in total over the "
             "point and all of its neighbours"},
            {"y", ASSAY_OUTPUT, "of the same type [depth, height, width]"}},
       .create = create});
}

}  // namespace stencil
