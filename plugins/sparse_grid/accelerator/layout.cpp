#include "sparse_grid/accelerator/layout.hpp"

#include <algorithm>
#include <numeric>

namespace sparse_grid::accelerator {

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
  const std::size_t count = data.size() / dimensions;
  std::vector<std::uint64_t> keys(count, 0);
  std::vector<std::uint32_t> cell(counted);
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t k = 0; k < counted; ++k) {
      const Real position = std::clamp(data[j * dimensions + k] * cells, Real(0), cells - 1);
      cell[k] = static_cast<std::uint32_t>(position);
    }
    for (std::size_t bit = bits; bit-- > 0;) {
      for (std::size_t k = 0; k < counted; ++k) keys[j] = keys[j] << 1 | (cell[k] >> bit & 1U);
    }
  }
  auto order = given_order(count);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return order;
}
template std::vector<std::uint32_t> z_order(std::span<const float>, std::size_t);
template std::vector<std::uint32_t> z_order(std::span<const double>, std::size_t);

}  // namespace sparse_grid::accelerator
