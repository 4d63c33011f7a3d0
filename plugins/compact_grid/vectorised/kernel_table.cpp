#include <string>

#include "assay/plugin.hpp"
#include "compact_grid/vectorised/kernels.hpp"

namespace compact_grid {

template <class T>
Kernels<T> kernels_of(std::int64_t simd_bits) {
  switch (simd_bits) {
    case 128:
      return simd128::kernels<T>();
#ifdef ASSAY_WIDE_VECTORS
    case 256:
      return simd256::kernels<T>();
    case 512:
      return simd512::kernels<T>();
#endif
    default:
      throw assay::sdk::Error(ASSAY_UNSUPPORTED,
                              "there are no kernels of simd_bits = " + std::to_string(simd_bits) +
                                  " for this processor");
  }
}
template Kernels<float> kernels_of(std::int64_t);
template Kernels<double> kernels_of(std::int64_t);

}  // namespace compact_grid
