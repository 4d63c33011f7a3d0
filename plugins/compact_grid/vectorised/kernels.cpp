// Compiled once for each SIMD_BITS with the matching -march: keep headers with inline functions
// out, or the linker may take for all what was compiled for the widest.
#include "compact_grid/vectorised/kernels.hpp"

#include "compact_grid/vectorised/hierarchize.hpp"
#include "compact_grid/vectorised/walk.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define INSTRUCTION_SET JOIN(simd, SIMD_BITS)  // simd128, simd256, simd512

namespace compact_grid::INSTRUCTION_SET {

template <class T>
Kernels<T> kernels() {
  return {scratch_numbers, hierarchize_bundle<T>, evaluate_points<T>};
}
template Kernels<float> kernels();
template Kernels<double> kernels();

}  // namespace compact_grid::INSTRUCTION_SET
