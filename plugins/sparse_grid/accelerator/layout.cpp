#include "sparse_grid/accelerator/layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace sparse_grid::accelerator {
namespace {

struct Keyed {
  std::uint64_t key;
  std::uint32_t point;
};

// Sorts by keys of `bits` bits, of equal keys the first point first. The upper digits by counting,
// the least significant of them first; what these leave equal, little unless points lie very dense,
// by comparing.
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

// Of each number of `bits` bits: bit b moved to place b * distance.
std::vector<std::uint64_t> spread_bits(std::size_t bits, std::size_t distance) {
  std::vector<std::uint64_t> spread(std::size_t{1} << bits);
  spread[1] = 1;  // where there is no second bit, the distance may be as wide as the number
  for (std::size_t number = 2; number < spread.size(); ++number) {
    spread[number] = spread[number >> 1] << distance | (number & 1);
  }
  return spread;
}

}  // namespace

std::vector<std::uint32_t> padded(std::vector<std::uint32_t> order, std::size_t stride) {
  order.resize(stride, no_point);
  return order;
}

std::vector<std::uint32_t> given_order(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

template <class Real>
std::vector<std::uint32_t> z_order(std::span<const Real> data, std::size_t dimensions) {
  const std::size_t counted = std::min<std::size_t>(dimensions, 64);
  const std::size_t bits = std::min<std::size_t>(64 / counted, 16);
  const auto cells = static_cast<Real>(1U << bits);
  const auto spread = spread_bits(bits, counted);
  std::vector<Keyed> points(data.size() / dimensions);
  for (std::size_t j = 0; j < points.size(); ++j) {
    points[j] = {0, static_cast<std::uint32_t>(j)};
    for (std::size_t k = 0; k < counted; ++k) {
      const Real position = std::clamp(data[j * dimensions + k] * cells, Real(0), cells - 1);
      points[j].key |= spread[static_cast<std::size_t>(position)] << (counted - 1 - k);
    }
  }
  sort_by_key(points, bits * counted);
  std::vector<std::uint32_t> order(points.size());
  std::transform(points.begin(), points.end(), order.begin(),
                 [](const Keyed& point) { return point.point; });
  return order;
}
template std::vector<std::uint32_t> z_order(std::span<const float>, std::size_t);
template std::vector<std::uint32_t> z_order(std::span<const double>, std::size_t);

}  // namespace sparse_grid::accelerator
