#include "sparse_grid/library/data_order.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "assay/sizes.hpp"

namespace sparse_grid {
namespace {

struct Keyed {
  std::uint64_t key;
  std::uint32_t point;
};

// Sorts by keys of `bits` bits; of equal keys the first point comes first. The upper digits are
// sorted by counting, the least significant of them first; points that are still equal, which are
// few unless points lie very densely, are sorted by comparing.
void sort_by_key(std::vector<Keyed>& points, std::size_t bits) {
  constexpr std::size_t digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  const std::size_t lower_bits = bits - std::min(bits, 3 * digit_bits);
  std::vector<Keyed> sorted(points.size());
  for (std::size_t shift = lower_bits; shift < bits; shift += digit_bits) {
    std::array<std::uint32_t, digits + 1> starts{};
    const auto digit = [&](const Keyed& p) { return p.key >> shift & (digits - 1); };
    for (const Keyed& p : points) ++starts[digit(p) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const Keyed& p : points) sorted[starts[digit(p)]++] = p;
    points.swap(sorted);
  }
  if (lower_bits == 0) return;
  for (auto first = points.begin(); first != points.end();) {
    const auto last = std::find_if(first, points.end(), [&](const Keyed& p) {
      return p.key >> lower_bits != first->key >> lower_bits;
    });
    std::sort(first, last, [](const Keyed& a, const Keyed& b) {
      return std::pair(a.key, a.point) < std::pair(b.key, b.point);
    });
    first = last;
  }
}

// All numbers of `bits` bits, each with bit b moved to place b * distance.
std::vector<std::uint64_t> spread_bits(std::size_t bits, std::size_t distance) {
  std::vector<std::uint64_t> spread(std::size_t{1} << bits);
  spread[1] = 1;  // without a second bit, the distance may be the width of the number
  for (std::size_t number = 2; number < spread.size(); ++number) {
    spread[number] = spread[number >> 1] << distance | (number & 1);
  }
  return spread;
}

// Turns the cells of a point into the bits of its position along Hilbert's curve: the cells' bits
// in Z-order are then the position. After Skilling, "Programming the Hilbert curve" (2004): from
// the highest bit down, the lower bits of each dimension are mirrored or exchanged with those of
// the first dimension, according to how the current sub-cube is turned; what remains is a Gray
// code.
void along_hilbert(std::span<std::uint32_t> cells, std::size_t bits) {
  const std::uint32_t highest = 1U << (bits - 1);
  for (std::uint32_t bit = highest; bit > 1; bit >>= 1) {
    const std::uint32_t lower = bit - 1;
    for (std::uint32_t& cell : cells) {
      if ((cell & bit) != 0) {
        cells[0] ^= lower;
      } else {
        const std::uint32_t different = (cells[0] ^ cell) & lower;
        cells[0] ^= different;
        cell ^= different;
      }
    }
  }
  for (std::size_t k = 1; k < cells.size(); ++k) cells[k] ^= cells[k - 1];
  std::uint32_t flips = 0;
  for (std::uint32_t bit = highest; bit > 1; bit >>= 1) {
    if ((cells.back() & bit) != 0) flips ^= bit - 1;
  }
  for (std::uint32_t& cell : cells) cell ^= flips;
}

template <class Real>
std::vector<std::uint32_t> along_curve(std::span<const Real> data, std::size_t dimensions,
                                       const DataOrder& order, bool hilbert) {
  const auto [count, bits] = curve_cells(order.dimensions.size(), order.bits);
  const auto counted = std::span(order.dimensions).first(count);
  const auto cells = static_cast<Real>(1U << bits);
  const auto spread = spread_bits(bits, counted.size());
  std::vector<std::uint32_t> cell(counted.size());
  std::vector<Keyed> points(data.size() / dimensions);
  for (std::size_t j = 0; j < points.size(); ++j) {
    for (std::size_t k = 0; k < counted.size(); ++k) {
      const Real position =
          std::clamp(data[j * dimensions + counted[k]] * cells, Real(0), cells - 1);
      cell[k] = static_cast<std::uint32_t>(position);
    }
    if (hilbert) along_hilbert(cell, bits);
    points[j] = {0, static_cast<std::uint32_t>(j)};
    for (std::size_t k = 0; k < counted.size(); ++k) {
      points[j].key |= spread[cell[k]] << (counted.size() - 1 - k);
    }
  }
  sort_by_key(points, bits * counted.size());
  std::vector<std::uint32_t> numbers(points.size());
  std::transform(points.begin(), points.end(), numbers.begin(),
                 [](const Keyed& point) { return point.point; });
  return numbers;
}

// Splits points into halves of equal size along the widest dimension, down to `leaf` points.
template <class Real>
class KdTree {
 public:
  KdTree(std::span<const Real> data, std::size_t dimensions, std::span<const std::uint32_t> counted,
         std::size_t leaf)
      : data_(data), dimensions_(dimensions), counted_(counted), leaf_(leaf) {}

  void sort(std::span<std::uint32_t> points) const {
    while (points.size() > leaf_) {
      const std::uint32_t k = widest(points);
      // The left half has whole leaves.
      const std::size_t leaves = assay::sdk::quotient_up(points.size(), leaf_);
      const auto middle = points.begin() + static_cast<std::ptrdiff_t>(leaves / 2 * leaf_);
      std::nth_element(points.begin(), middle, points.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(at(a, k), a) < std::pair(at(b, k), b);
      });
      sort({points.begin(), middle});
      points = {middle, points.end()};
    }
  }

 private:
  [[nodiscard]] Real at(std::uint32_t point, std::uint32_t k) const {
    return data_[point * dimensions_ + k];
  }
  [[nodiscard]] std::uint32_t widest(std::span<const std::uint32_t> points) const {
    std::uint32_t best = counted_[0];
    Real best_extent = -1;
    for (const std::uint32_t k : counted_) {
      const auto [least, most] =
          std::ranges::minmax(points, {}, [&](std::uint32_t point) { return at(point, k); });
      const Real extent = at(most, k) - at(least, k);
      if (extent > best_extent) {
        best_extent = extent;
        best = k;
      }
    }
    return best;
  }

  std::span<const Real> data_;
  std::size_t dimensions_;
  std::span<const std::uint32_t> counted_;
  std::size_t leaf_;
};

}  // namespace

Curve curve_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Curve>, 4> curves{{{"given", Curve::given},
                                                                      {"z-order", Curve::z_order},
                                                                      {"hilbert", Curve::hilbert},
                                                                      {"k-d", Curve::kd_tree}}};
  for (const auto& [known, curve] : curves) {
    if (known == name) return curve;
  }
  throw std::invalid_argument("there is no order '" + std::string(name) + "'");
}

CurveCells curve_cells(std::size_t dimensions, std::size_t bits) {
  const std::size_t counted = std::min<std::size_t>(dimensions, 64);
  const std::size_t most_bits = std::min<std::size_t>(64 / counted, 16);
  return {counted, bits == 0 ? most_bits : std::min(bits, most_bits)};
}

DataOrder along(Curve curve, std::size_t dimensions) {
  return {.curve = curve, .dimensions = given_order(dimensions)};
}

std::vector<std::uint32_t> given_order(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

template <class Real>
std::vector<std::uint32_t> sorted(std::span<const Real> data, std::size_t dimensions,
                                  const DataOrder& order) {
  switch (order.curve) {
    case Curve::z_order:
    case Curve::hilbert:
      return along_curve(data, dimensions, order, order.curve == Curve::hilbert);
    case Curve::kd_tree: {
      auto points = given_order(data.size() / dimensions);
      KdTree<Real>(data, dimensions, order.dimensions, order.leaf).sort(points);
      return points;
    }
    case Curve::given:
      break;
  }
  return given_order(data.size() / dimensions);
}
template std::vector<std::uint32_t> sorted(std::span<const float>, std::size_t, const DataOrder&);
template std::vector<std::uint32_t> sorted(std::span<const double>, std::size_t, const DataOrder&);

}  // namespace sparse_grid
