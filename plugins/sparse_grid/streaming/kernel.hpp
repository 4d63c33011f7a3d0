// The inner loops of streaming evaluation, as plain functions on plain memory.
//
// Every kernel evaluates every basis function of one grid tile at every data point of some data
// blocks; nothing is skipped because of a data value. This header is also compiled with the flags
// of each instruction set, so it must contain neither inline functions nor standard templates: the
// linker would be free to keep the copy that needs the newest processor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/library/operation.hpp"

namespace assay::sparse_grid::streaming {

using ::sparse_grid::Operation;

// The ways to evaluate a basis function phi(x) = prod_k max(0, 1 - |y_k|), y_k = 2^l_k x_k - i_k.
enum class Form {
  kPlain,     // p *= max(0, 1 - |y|), one dimension after another
  kSign,      // p -= |y| p; the signs are collected and mask the product once at the end
  kClamp,     // p -= min(|y|, 1) p, which needs neither the max nor the mask
  kFactored,  // as kClamp over the dimensions of level > 1, relative to phi of level 1
  kShared,    // as kFactored; points with equal leading factors share their product
};

// The selection of a compiled kernel. Not every combination exists; see `find_kernel`.
struct KernelShape {
  int simd_bits;  // 128, 256 or 512: SSE, AVX2 with FMA, AVX-512
  int vectors;    // vector registers of data points that a block holds
  int unroll;     // basis functions evaluated at the same time
};

// One hat function: 2^level and the index, in the precision of the data.
template <class T>
struct Hat {
  T scale;
  T index;
};

// A range of nodes (basis functions of a tile, in tile order), for the forms that do not take all
// dimensions of all nodes.
//   kFactored: one node; `first` and `count` give its hats and their `hat_dimensions`.
//   kShared: `count` nodes beginning at `first`, one hat each, all in `dimension` and all children
//     of the product at `depth` of the stack. If `inner`, count is 1 and the node's own product is
//     kept at depth + 1 for the runs that follow.
struct Run {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t dimension;
  std::uint16_t depth;
  bool inner;
};

// The operands of one kernel call. W is the number of lanes of a vector register, and `lanes` =
// vectors * W is the number of data points of a block. All arrays of T except hats and surpluses
// are aligned to 64 bytes.
template <class T>
struct Slice {
  // The data, block after block. A block is a row of `lanes` coordinates for each dimension; for
  // kFactored and kShared each of these rows is followed by a row of 1 / phi_{1,1}(x_k) (0 where
  // that would be 1/0).
  const T* data;
  // The initial product of each data point: ones (kPlain to kClamp) or the product of phi_{1,1}
  // over the dimensions (kFactored, kShared), times the weight if transposed.
  const T* seeds;
  T* values;  // one per data point, added to (multi_eval)
  std::size_t blocks;
  std::size_t dimensions;

  // The grid tile. The hats of kPlain, kSign and kClamp are ordered [node / unroll][dimension]
  // [node % unroll]; node_count is a multiple of `unroll`.
  const Hat<T>* hats;
  const std::uint32_t* hat_dimensions;  // kFactored only
  const Run* runs;                      // kFactored and kShared only
  std::size_t run_count;
  std::size_t node_count;
  bool root;           // kShared: node 0 is the basis function of level 1 in all dimensions
  const T* surpluses;  // one per node (multi_eval)
  T* sums;             // W per node, added to (multi_eval_transposed)
  T* stack;            // kShared: scratch for (deepest `depth` + 2) * lanes products
};

template <class T>
using Kernel = void (*)(const Slice<T>&);

// The kernel of a shape, or nullptr if there is none. kPlain, kSign and kClamp exist for unroll 1
// and 2, the others only for 1; vectors are 1, 2, 4, 8. Throws the errors of for_simd_bits of
// <assay/processor.hpp>.
template <class T>
Kernel<T> find_kernel(Form form, Operation operation, const KernelShape& shape);

// The kernel of a shape among those of one register width, or nullptr.
template <class T, int simd_bits>
Kernel<T> find(Form form, Operation operation, int vectors, int unroll);

}  // namespace assay::sparse_grid::streaming
