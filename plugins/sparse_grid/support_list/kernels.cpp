// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "sparse_grid/support_list/kernels.hpp"

#include "sparse_grid/support_list/walk.hpp"

namespace sparse_grid::support_list {
namespace {

template <auto constant>
struct Constant {
  static constexpr auto value = constant;
};

// Calls chosen(vectors, linear_together) with the walk's settings as constants.
template <class Chosen>
[[gnu::always_inline]] inline void choose(const Walk& walk, const Chosen& chosen) {
  const auto with = [&](auto vectors) {
    walk.linear_together ? chosen(vectors, Constant<true>{}) : chosen(vectors, Constant<false>{});
  };
  switch (walk.vectors) {
    case 1:
      return with(Constant<1>{});
    case 2:
      return with(Constant<2>{});
    case 4:
      return with(Constant<4>{});
    default:
      return with(Constant<static_cast<int>(max_tile_vectors)>{});
  }
}

template <class T>
void evaluate(const Entry<T>* entries, const Tile<T>& tile, const Walk& walk, T* path, T* results) {
  choose(walk, [&](auto vectors, auto together) {
    evaluate_tile<T, vectors.value, together.value>(entries, tile, path, results);
  });
}

template <class T>
void accumulate(const Entry<T>* entries, const Tile<T>& tile, const Walk& walk, T* path,
                const T* weights, T* sums) {
  choose(walk, [&](auto vectors, auto together) {
    accumulate_tile<T, vectors.value, together.value>(entries, tile, path, weights, sums);
  });
}

template <class T>
constexpr Kernels<T> table{lanes<T>, evaluate<T>, accumulate<T>};

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>;
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>;
}

}  // namespace sparse_grid::support_list
