// Common parts of both products with folded lists that multiply their blocks on tensor cores: CUDA,
// double precision; a warp multiplies 8 x 4 by 4 x 8 (PTX ISA, mma.m8n8k4). All warps of a group
// have the same points; they share the rows of the tables and divide the blocks among themselves.
//
// Constant in addition to those of block_product.h: PADDING of the rows of front parts, so that
// rows that the product reads together lie in different banks. GROUP_POINTS is 32 or 64.
#ifndef SPARSE_GRID_FOLDED_BLOCK_TENSOR_H
#define SPARSE_GRID_FOLDED_BLOCK_TENSOR_H

#define WARPS (WORK_GROUP_SIZE / 32)
#define SHARES WARPS
#include "sparse_grid/folded/block_product.h"

// The number of items of a multiprocessor for which registers must suffice.
#define MOST_ITEMS (GROUP_POINTS < 64 ? 768 : 512)
#define TENSOR_KERNEL                           \
  extern "C" __global__ void __launch_bounds__( \
      WORK_GROUP_SIZE, WORK_GROUP_SIZE > MOST_ITEMS ? 1 : MOST_ITEMS / WORK_GROUP_SIZE)

#define WARP (LOCAL_ID / 32)
#define LANE (LOCAL_ID % 32)

// Points come in units of 16. A lane holds the four points of a unit from 4 (LANE % 4) on; the
// points of a matrix are ordered accordingly.
#define UNITS (GROUP_POINTS / 16)

// Local memory of a group, in bytes:
//   factors      [factors + 1][FACTOR_STRIDE]; at the end, the sums of B^T alpha,
//                [WARPS][GROUP_POINTS], in the whole local memory
//   table        [rows of a chunk][STRIDE] front parts; at first the tile's coordinates, a row for
//                each dimension
//   lines        [factors][2] from TABLE_ROWS rows on
//   words        [rows of a chunk][row_quads]
//   dimensions   [factors]
// It is addressed by numbers, because compilers would otherwise compute addresses again and again.
// Rows of factors are read in no particular order: every other row begins in other banks.
#define FACTOR_STRIDE (8 * (GROUP_POINTS + 2))
#define STRIDE (8 * (GROUP_POINTS + PADDING))
#define MOST_STRIDE (8 * (GROUP_POINTS + 4))
typedef struct {
  uint factors;
  uint table;
  uint lines;
  uint words;
  uint dimensions;
} Memory;
FUNCTION Memory parts_of(const double* memory, const uint factors, const uint4 first_chunk,
                         const uint row_quads) {
  Memory at;
  at.factors = (uint)__cvta_generic_to_shared(memory);
  asm volatile("" : "+r"(at.factors));
  at.table = at.factors + (factors + 1) * FACTOR_STRIDE;
  at.lines = at.factors + TABLE_ROWS * MOST_STRIDE;
  at.words = at.lines + factors * 32;
  at.dimensions = at.words + first_chunk.w * row_quads * 16;
  return at;
}
FUNCTION double local_real(const uint at) {
  double value;
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(at));
  return value;
}
FUNCTION double2 local_pair(const uint at) {
  double2 pair;
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(pair.x), "=d"(pair.y) : "r"(at));
  return pair;
}
FUNCTION uint local_word(const uint at) {
  uint word;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(at));
  return word;
}
FUNCTION uint4 local_quad(const uint at) {
  uint4 quad;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(quad.x), "=r"(quad.y), "=r"(quad.z), "=r"(quad.w)
               : "r"(at));
  return quad;
}
FUNCTION void put_real(const uint at, const double value) {
  asm volatile("st.shared.f64 [%0], %1;" : : "r"(at), "d"(value) : "memory");
}
FUNCTION void put_pair(const uint at, const double2 pair) {
  asm volatile("st.shared.v2.f64 [%0], {%1, %2};" : : "r"(at), "d"(pair.x), "d"(pair.y) : "memory");
}

// All data that tables are made of is copied at once, bypassing the registers: a group waits for
// memory once, not row by row. `arrived` must be called before the barrier after which the data is
// read.
FUNCTION void bring_pair(const uint to, const void* RESTRICT from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to), "l"(from) : "memory");
}
FUNCTION void bring_word(const uint to, const uint* RESTRICT from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");
}
FUNCTION void arrived() { asm volatile("cp.async.wait_all;" : : : "memory"); }

FUNCTION void bring_words(const Memory at, const uint4 chunk, const Basis basis) {
  const uint* const from = basis.rows + chunk.z * (size_t)(4 * basis.row_quads);
  for (uint i = LOCAL_ID; i < chunk.w * basis.row_quads; i += WORK_GROUP_SIZE) {
    bring_pair(at.words + 16 * i, from + 4 * i);
  }
}
FUNCTION void bring_factors(const Memory at, const Basis basis, const double* RESTRICT x) {
  for (uint i = LOCAL_ID; i < DIMENSIONS * GROUP_POINTS / 2; i += WORK_GROUP_SIZE) {
    const uint row = i / (GROUP_POINTS / 2);
    bring_pair(at.table + row * STRIDE + i % (GROUP_POINTS / 2) * 16, x + 2 * i);
  }
  for (uint f = LOCAL_ID; f < basis.factors; f += WORK_GROUP_SIZE) {
    const double* const lines = basis.factor_lines + 2 * LINES_OF_FACTOR * (size_t)f;
    bring_word(at.dimensions + 4 * f, basis.factor_dimensions + f);
    bring_pair(at.lines + 32 * f, lines + 2 * MIDDLE_LINE);
    bring_pair(at.lines + 32 * f + 16, lines + 2 * HALF_DIFFERENCE);
  }
}

// Rows of tables are made by warps; a lane handles one point, or two neighbouring points of 64.
#if GROUP_POINTS == 64
typedef double2 Cells;
#define LANE_BYTES 16
FUNCTION Cells cells_of(const double x, const double y) { return make_double2(x, y); }
FUNCTION Cells local_cells(const uint at) { return local_pair(at); }
FUNCTION void put_cells(const uint at, const Cells cells) { put_pair(at, cells); }
FUNCTION Cells times(const Cells a, const Cells b) { return make_double2(a.x * b.x, a.y * b.y); }
FUNCTION Cells factor_in_cells(const Cells x, const uint dimension, const double2 middle,
                               const double2 half_difference) {
  return make_double2(factor_at(x.x, dimension, middle, half_difference),
                      factor_at(x.y, dimension, middle, half_difference));
}
#else
typedef double Cells;
#define LANE_BYTES 8
FUNCTION Cells cells_of(const double x, const double) { return x; }
FUNCTION Cells local_cells(const uint at) { return local_real(at); }
FUNCTION void put_cells(const uint at, const Cells cells) { put_real(at, cells); }
FUNCTION Cells times(const Cells a, const Cells b) { return a * b; }
FUNCTION Cells factor_in_cells(const Cells x, const uint dimension, const double2 middle,
                               const double2 half_difference) {
  return factor_at(x, dimension, middle, half_difference);
}
#endif

FUNCTION void tabulate_factors(const Memory at, const Basis basis) {
  const uint of_lane = LANE * LANE_BYTES;
  if (WARP == 0) put_cells(at.factors + of_lane, cells_of(1, 1));
  for (uint f = WARP; f < basis.factors; f += WARPS) {
    const uint dimension = local_word(at.dimensions + 4 * f);
    const double2 middle = local_pair(at.lines + 32 * f);
    const double2 half_difference = local_pair(at.lines + 32 * f + 16);
    const Cells x = local_cells(at.table + FACTOR_DIMENSION(dimension) * STRIDE + of_lane);
    put_cells(at.factors + (f + 1) * FACTOR_STRIDE + of_lane,
              factor_in_cells(x, dimension, middle, half_difference));
  }
}

// Tabulates a chunk's front parts, times `first_row`.
FUNCTION void tabulate_parts(const Memory at, const uint rows, const uint row_quads,
                             const Cells first_row) {
  const uint factors = at.factors + LANE * LANE_BYTES;
  uint to = at.table + WARP * STRIDE + LANE * LANE_BYTES;
  uint from = at.words + WARP * row_quads * 16;
  for (uint r = WARP; r < rows; r += WARPS) {
    Cells cells = first_row;
    for (uint q = 0; q < row_quads; ++q) {
      const uint4 words = local_quad(from + 16 * q);
#pragma unroll
      for (uint i = 0; i < 4; ++i) {
        const uint word = word_of(words, i);
        if (word == 0) break;
        cells = times(cells, local_cells(factors + FIRST_OF(word) * FACTOR_STRIDE));
        if (SECOND_OF(word) == 0) break;
        cells = times(cells, local_cells(factors + SECOND_OF(word) * FACTOR_STRIDE));
      }
    }
    put_cells(to, cells);
    to += WARPS * STRIDE;
    from += WARPS * row_quads * 16;
  }
}

// The elements of a matrix that a lane holds: of a left factor, 8 x 4, row LANE / 4 and column LANE
// % 4; of a right factor, 4 x 8, row LANE % 4 and column LANE / 4; of a product, 8 x 8, row LANE /
// 4 and columns 2 (LANE % 4) and 2 (LANE % 4) + 1.
FUNCTION void multiply_add(double& product, double& product_of_next, const double left,
                           const double right) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(product), "+d"(product_of_next)
      : "d"(left), "d"(right));
}
FUNCTION void multiply(double& product, double& product_of_next, const double left,
                       const double right) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %4};"
      : "=d"(product), "=d"(product_of_next)
      : "d"(left), "d"(right), "d"(0.0));
}

// A cursor over the factors of a back row; a lane has row LANE / 4 of the block.
typedef struct {
  uint4 words;  // what remains of the row's current eight factors
  uint row;     // in the rows of all tiles
  uint taken;
} Factors;
FUNCTION Factors factors_of(const Basis basis, const uint row) {
  Factors factors;
  factors.words = load_words(basis, row, 0);
  factors.row = row;
  factors.taken = 0;
  return factors;
}
// Returns the place of the next factor's row in the table of factors, which begins at `rows`; after
// the last factor, that of the row of 1.
FUNCTION uint take_factor(Factors& factors, const Basis basis, const uint rows) {
  uint4& words = factors.words;
  if (factors.taken > 0 && factors.taken % 8 == 0) {
    words = load_words(basis, factors.row, factors.taken / 8);
  }
  ++factors.taken;
  const uint row = rows + FIRST_OF(words.x) * FACTOR_STRIDE;
  words.x = __funnelshift_r(words.x, words.y, 16);
  words.y = __funnelshift_r(words.y, words.z, 16);
  words.z = __funnelshift_r(words.z, words.w, 16);
  words.w >>= 16;
  return row;
}

// A chunk, and the share of its blocks that a warp has.
typedef struct {
  uint4 chunk;
  Share share;
} Portion;
FUNCTION Portion portion_of(const uint* RESTRICT chunks, const uint* RESTRICT shares,
                            const uint chunk) {
  Portion portion;
  portion.chunk = load_quad(chunks, chunk);
  portion.share = share_of(shares, chunk, WARP);
  return portion;
}

// Two successive blocks of a share; two additional blocks follow the last block of all.
typedef struct {
  uint4 now;
  uint4 next;
} Pair;
FUNCTION Pair pair_from(const uint* RESTRICT blocks, const uint b) {
  const Pair pair = {load_quad(blocks, b), load_quad(blocks, b + 1)};
  return pair;
}

// Loads the values of a factor at a unit's points. `row` is the place of the lane's first point.
FUNCTION void load_factor(double values[4], const uint row, const uint unit) {
#pragma unroll
  for (uint h = 0; h < 2; ++h) {
    const double2 pair = local_pair(row + 128 * unit + 16 * h);
    values[2 * h] = pair.x;
    values[2 * h + 1] = pair.y;
  }
}

#endif
