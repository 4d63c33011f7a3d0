// The hierarchical hat basis (Luz 2017, equations 2.5 to 2.7), written as it is defined: the
// reference of all tests, not a kernel.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace sparse_grid {

// hat(l, i, x) = max(0, 1 - |2^l x - i|), for a level l >= 1 and an odd index i in 1 .. 2^l - 1.
inline double hat(std::uint32_t level, std::uint32_t index, double x) {
  return std::max(0.0, 1.0 - std::abs(std::ldexp(x, static_cast<int>(level)) - index));
}

// The product of the one-dimensional hats; all three spans have one element for each dimension.
inline double basis(std::span<const std::uint32_t> level, std::span<const std::uint32_t> index,
                    std::span<const double> x) {
  double product = 1;
  for (std::size_t k = 0; k < x.size(); ++k) product *= hat(level[k], index[k], x[k]);
  return product;
}

}  // namespace sparse_grid
