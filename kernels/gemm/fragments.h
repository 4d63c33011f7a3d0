// Products of halves by the tensor cores of a warp, with sums in float. CUDA only, from compute
// capability 8.0 on.
//
// The layout of fragments is that of "Matrix Fragments for mma.m16n8k16" in the PTX ISA: lane l
// holds, of sums [16, 8], row l / 4, columns 2 (l % 4) and the next, and the same of row l / 4 + 8.
#ifndef GEMM_FRAGMENTS_H
#define GEMM_FRAGMENTS_H

#include "number.h"

#define LANE (threadIdx.x % 32)

// Part of a matrix in shared memory, whose lines are STRIDE numbers apart, a multiple of 8: rows of
// a or columns of b if not INNER_LINES, otherwise columns of a or rows of b.
//
// Loads four matrices of 8 x 8 into registers as operands. The caller names, for the matrix
// l / 8 of lane l, its first row of a or column of b (`outer`) and its first place along them
// (`inner`).
template <bool INNER_LINES, int STRIDE>
FUNCTION void load_matrices(uint (&registers)[4], const number* const side, const uint outer,
                            const uint inner) {
  const uint line = (INNER_LINES ? inner : outer) + LANE % 8;
  const uint place = INNER_LINES ? outer : inner;
  const uint address = (uint)__cvta_generic_to_shared(side + line * STRIDE + place);
  if constexpr (INNER_LINES) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address)
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address)
                 : "memory");
  }
}

// The operand of 16 rows of a from `row` on and 16 columns from `inner` on.
template <bool INNER_LINES, int STRIDE>
FUNCTION void load_left(uint (&registers)[4], const number* const side, const uint row,
                        const uint inner) {
  load_matrices<INNER_LINES, STRIDE>(registers, side, row + LANE / 8 % 2 * 8,
                                     inner + LANE / 16 * 8);
}

// The operands of 16 rows of b from `inner` on and 16 columns from `column` on: the first two
// registers are those of the first 8 columns.
template <bool INNER_LINES, int STRIDE>
FUNCTION void load_right(uint (&registers)[4], const number* const side, const uint column,
                         const uint inner) {
  load_matrices<INNER_LINES, STRIDE>(registers, side, column + LANE / 16 * 8,
                                     inner + LANE / 8 % 2 * 8);
}

// sums [16, 8] += left right.
FUNCTION void multiply_add(float (&sums)[4], const uint (&left)[4], const uint right0,
                           const uint right1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right0), "r"(right1));
}

// Begins to copy COUNT numbers, 1, 2, 4 or 8, to shared memory, or zeros if they are not `inside`.
template <int COUNT>
FUNCTION void copy_async(number* const to, const number* const from, const bool inside) {
  const uint address = (uint)__cvta_generic_to_shared(to);
  const int bytes = inside ? COUNT * NUMBER_BYTES : 0;  // what is left is filled with zeros
  if constexpr (COUNT == 8) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                 "r"(bytes)
                 : "memory");
  } else if constexpr (COUNT > 1) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from),
                 "n"(COUNT * NUMBER_BYTES), "r"(bytes)
                 : "memory");
  } else {
    *to = inside ? *from : 0;  // no asynchronous copy is that small
  }
}

FUNCTION void end_stage() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits until all but the last LEFT stages of this thread have arrived.
template <int LEFT>
FUNCTION void wait_for_stages() {
  asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

#endif
