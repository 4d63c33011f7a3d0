// The selection of the grid points that a box of data points meets, for C++, from
// kernels/sparse_grid/support.h, the source that device code includes as well. For shapes and
// bounds in float and in double.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sparse_grid {

using uint = std::uint32_t;
struct uint4 {
  uint x;
  uint y;
  uint z;
  uint w;
};
inline uint4 load_quad(const uint* words, std::size_t i) {
  return {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
}

#define FUNCTION inline
#define GLOBAL
#define RESTRICT

namespace in_float {
using real = float;
struct real2 {
  real x;
  real y;
};
inline real2 load_pair(const real* pairs, std::size_t i) {
  return {pairs[2 * i], pairs[2 * i + 1]};
}
#include "kernels/sparse_grid/support.h"
}  // namespace in_float

#undef SPARSE_GRID_SUPPORT_H
namespace in_double {
using real = double;
struct real2 {
  real x;
  real y;
};
inline real2 load_pair(const real* pairs, std::size_t i) {
  return {pairs[2 * i], pairs[2 * i + 1]};
}
#include "kernels/sparse_grid/support.h"
}  // namespace in_double

#undef RESTRICT
#undef GLOBAL
#undef FUNCTION

using in_double::cut_list;
using in_float::cut_list;

}  // namespace sparse_grid
