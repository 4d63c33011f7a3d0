// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "compact_grid/vectorised/kernels.hpp"

#include "compact_grid/vectorised/hierarchize.hpp"
#include "compact_grid/vectorised/walk.hpp"

namespace compact_grid {
namespace {

template <class T>
constexpr Kernels<T> table{scratch_numbers, hierarchize_bundle<T>, evaluate_points<T>};

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>;
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>;
}

}  // namespace compact_grid
