// Kernels of the forms that evaluate each basis function independently. Included once per
// instruction set (see simd.hpp).
#pragma once

#include "kernel.hpp"
#include "simd.hpp"

namespace assay::sparse_grid::streaming {
namespace {

// The product of one basis function while its factors are multiplied.
template <class T, Form form>
struct Product {
  Vector<T> p;

  // Multiplies by max(0, 1 - |y|).
  void times_hat(Vector<T> y) {
    if constexpr (form == Form::kPlain) {
      p *= maximum(1 - absolute(y), Vector<T>{});
    } else {
      p = times_complement(p, clamp_magnitude(y));
    }
  }
  [[nodiscard]] Vector<T> value() const { return p; }
};

// A factor 1 - |y| < 0 means that x lies outside the support. It flips the sign of p, and the next
// factor may flip it again, hence the signs of all partial products are collected: two operations
// fewer than a maximum in each dimension, one more mask at the end. p starts non-negative.
template <class T>
struct Product<T, Form::kSign> {
  Vector<T> p;
  simd::Integers<T> signs{};

  void times_hat(Vector<T> y) {
    p = times_complement(p, absolute(y));
    signs |= reinterpret_cast<simd::Integers<T>>(p);
  }
  [[nodiscard]] Vector<T> value() const { return signs < 0 ? Vector<T>{} : p; }
};

// Adds the contribution of one basis function: alpha times its products to the values of the data
// points or, transposed, the products (including weights) to the sums of the node. `value(r)` is
// the product at the r-th vector.
template <class T, Operation operation, int R, class Value>
inline void contribute(const Slice<T>& slice, std::size_t node, Vector<T> (&values)[R],
                       Value value) {
  if constexpr (operation == Operation::multi_eval) {
    const Vector<T> surplus = splat(slice.surpluses[node]);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) values[r] += surplus * value(r);
  } else {
    T* sums = slice.sums + node * lanes<T>;
    Vector<T> sum = load_aligned(sums);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) sum += value(r);
    store_aligned(sums, sum);
  }
}

// kPlain, kSign and kClamp: processes all dimensions of U basis functions at R vectors of data
// points.
template <class T, Form form, Operation operation, int R, int U>
void flat_kernel(const Slice<T>& slice) {
  constexpr std::size_t kRow = R * lanes<T>;
  const T* block = slice.data;
  for (std::size_t b = 0; b < slice.blocks; ++b, block += slice.dimensions * kRow) {
    const T* seeds = slice.seeds + b * kRow;
    Vector<T> values[R]{};
    const Hat<T>* hat = slice.hats;
    for (std::size_t node = 0; node < slice.node_count; node += U) {
      Product<T, form> products[U][R];
#pragma GCC unroll 8
      for (int u = 0; u < U; ++u) {
#pragma GCC unroll 8
        // Weights may be negative, so that the sign form multiplies by them at the end.
        for (int r = 0; r < R; ++r) {
          products[u][r] = {operation == Operation::multi_eval || form == Form::kSign
                                ? splat(T{1})
                                : load_aligned(seeds + r * lanes<T>)};
        }
      }
      const T* row = block;
      for (std::size_t k = 0; k < slice.dimensions; ++k, row += kRow, hat += U) {
#pragma GCC unroll 8
        for (int u = 0; u < U; ++u) {
          const Vector<T> scale = splat(hat[u].scale);
          const Vector<T> index = splat(hat[u].index);
#pragma GCC unroll 8
          for (int r = 0; r < R; ++r) {
            products[u][r].times_hat(scale * load_aligned(row + r * lanes<T>) - index);
          }
        }
      }
#pragma GCC unroll 8
      for (int u = 0; u < U; ++u) {
        contribute<T, operation>(slice, node + static_cast<std::size_t>(u), values, [&](int r) {
          const Vector<T> value = products[u][r].value();
          if constexpr (operation == Operation::multi_eval_transposed && form == Form::kSign) {
            return value * load_aligned(seeds + r * lanes<T>);
          } else {
            return value;
          }
        });
      }
    }
    if constexpr (operation == Operation::multi_eval) {
      T* out = slice.values + b * kRow;
      for (int r = 0; r < R; ++r, out += lanes<T>)
        store_aligned<T>(out, load_aligned(out) + values[r]);
    }
  }
}

// kFactored: processes the dimensions of level > 1 of one basis function at R vectors of data
// points.
template <class T, Operation operation, int R>
void factored_kernel(const Slice<T>& slice) {
  constexpr std::size_t kRow = R * lanes<T>;
  const T* block = slice.data;
  for (std::size_t b = 0; b < slice.blocks; ++b, block += 2 * slice.dimensions * kRow) {
    const T* seeds = slice.seeds + b * kRow;
    Vector<T> values[R]{};
    for (std::size_t node = 0; node < slice.run_count; ++node) {
      Vector<T> products[R];
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) products[r] = load_aligned(seeds + r * lanes<T>);
      const Run& run = slice.runs[node];
      for (std::size_t f = run.first; f < run.first + run.count; ++f) {
        const Vector<T> scale = splat(slice.hats[f].scale);
        const Vector<T> index = splat(slice.hats[f].index);
        const T* row = block + 2 * slice.hat_dimensions[f] * kRow;
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r, row += lanes<T>) {
          const Vector<T> relative = products[r] * load_aligned(row + kRow);
          products[r] =
              times_complement(relative, clamp_magnitude(scale * load_aligned(row) - index));
        }
      }
      contribute<T, operation>(slice, node, values, [&](int r) { return products[r]; });
    }
    if constexpr (operation == Operation::multi_eval) {
      T* out = slice.values + b * kRow;
      for (int r = 0; r < R; ++r, out += lanes<T>)
        store_aligned<T>(out, load_aligned(out) + values[r]);
    }
  }
}

}  // namespace
}  // namespace assay::sparse_grid::streaming
