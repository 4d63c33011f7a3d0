// Compiled once for each SIMD_BITS with the matching -march: keep headers with inline functions
// out, or the linker may take for all what was compiled for the widest.
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
