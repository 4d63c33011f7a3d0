// Products of columns of X by one warp: fragments of eight columns and eight rows, and the products
// of two fragments, added to a tile of X^T X. CUDA only.
//
// Constants: PRODUCT, the kind of product (below); PACK, columns that a thread reads in one load;
// and the dialect's, VECTOR_WIDTH = 1.
//
// A fragment holds rows t and t + 4 of eight, t = lane % 4, of the column of place g = lane / 4.
// A fragment thus has the layout of operand B of mma.m16n8k8, and two fragments are operand A of
// X^T: one read serves both sides (PTX ISA, "Matrix Fragments for mma.m16n8k8").
#ifndef OLS_FRAGMENTS_H
#define OLS_FRAGMENTS_H

#include "dialect.h"

#define FMA 0          // fused multiply-adds in the type of X
#define TF32 1         // tensor cores, X rounded to 11 bits
#define THREE_TF32 2   // tensor cores, X as a sum of two such numbers: three of four products
#define FP64_TENSOR 3  // tensor cores, X widened to double
#define TF32_BF16 4    // like THREE_TF32, but the two small products with bfloat16

#if REAL_BITS == 64 || PRODUCT == FP64_TENSOR
typedef double sum_t;
#else
typedef float sum_t;
#endif

#define LANE (threadIdx.x % 32)
#define PLACE (LANE / 4)      // g
#define ROW_PLACE (LANE % 4)  // t
#define FRAGMENT_COLUMNS 8
#if PRODUCT == TF32_BF16
#define STEP_ROWS 16  // rows of a product with bfloat16
#else
#define STEP_ROWS 8
#endif

// Returns the column, counted from a warp's first, that place `place` of fragment `fragment` holds:
// PACK neighbours of a row belong to PACK fragments of one lane, so that one load reads them all.
FUNCTION uint column_of(const uint fragment, const uint place) {
  return fragment / PACK * (FRAGMENT_COLUMNS * PACK) + place * PACK + fragment % PACK;
}

#if PRODUCT != TF32_BF16
// One operand's value in a product.
struct Factor {
#if PRODUCT == THREE_TF32
  uint high;
  uint low;
#elif PRODUCT == TF32
  uint high;
#elif PRODUCT == FP64_TENSOR
  double value;
#else
  real value;
#endif
};
#endif

#if PRODUCT != FMA && PRODUCT != FP64_TENSOR
// Rounds to the nearest number of 11 bits, ties away from 0.
FUNCTION uint nearest_tf32(const float x) { return (__float_as_uint(x) + 0x1000U) & 0xffffe000U; }
#endif

// Tensor cores ignore the last 13 bits of a factor: the remainder of X after rounding may have
// either sign, so that truncating it causes no bias.
#if PRODUCT != TF32_BF16
FUNCTION Factor factor_of(const real x) {
  Factor factor;
#if PRODUCT == THREE_TF32
  factor.high = nearest_tf32(x);
  factor.low = __float_as_uint(x - __uint_as_float(factor.high));  // exact
#elif PRODUCT == TF32
  factor.high = nearest_tf32(x);
#else
  factor.value = x;
#endif
  return factor;
}
#endif

#if PRODUCT != FMA && PRODUCT != FP64_TENSOR
// `name`: d += a b by one instruction, for a tile of 16 x 8 sums, four for each lane.
#define DEFINE_MULTIPLY_ADD(name, instruction)                                                  \
  FUNCTION void name(float(&d)[4], const uint a0, const uint a1, const uint a2, const uint a3,  \
                     const uint b0, const uint b1) {                                            \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                               \
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                       \
  }
DEFINE_MULTIPLY_ADD(multiply_add, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
#endif

#if PRODUCT == TF32_BF16
// Packs the two rows that a lane has of a fragment.
FUNCTION uint pack_bf16(const float first, const float second) {
  uint pack;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pack) : "f"(second), "f"(first));
  return pack;
}

// A fragment of 16 rows as two halves of eight: X rounded to 11 bits, that rounded to 8, and the
// remainder after 11 bits rounded to 8.
struct Rows {
  uint high[2][2];
  uint coarse[2];
  uint rest[2];
};

FUNCTION void take_half(Rows& rows, const int half, const float first, const float second) {
  rows.high[half][0] = nearest_tf32(first);
  rows.high[half][1] = nearest_tf32(second);
  const float kept[2] = {__uint_as_float(rows.high[half][0]), __uint_as_float(rows.high[half][1])};
  rows.coarse[half] = pack_bf16(kept[0], kept[1]);
  rows.rest[half] = pack_bf16(first - kept[0], second - kept[1]);  // exact differences
}

// A lane has two neighbouring rows of four in a register. Any two rows may count as neighbours if
// the choice is the same on both sides: here the two of each half.
DEFINE_MULTIPLY_ADD(multiply_add_bf16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
#else
typedef Factor Rows[2];
#endif

#if PRODUCT != FMA && PRODUCT != FP64_TENSOR
// Adds the products of 16 columns (two fragments) with 8, over STEP_ROWS rows, in TERMS steps, the
// smallest terms first.
#if PRODUCT == TF32_BF16
#define TERMS 4
FUNCTION void add_term(const int term, float (&sums)[4], const Rows& upper, const Rows& lower,
                       const Rows& right) {
  if (term == 0) {
    return multiply_add_bf16(sums, upper.rest[0], lower.rest[0], upper.rest[1], lower.rest[1],
                             right.coarse[0], right.coarse[1]);
  }
  if (term == 1) {
    return multiply_add_bf16(sums, upper.coarse[0], lower.coarse[0], upper.coarse[1],
                             lower.coarse[1], right.rest[0], right.rest[1]);
  }
  const int half = term - 2;
  multiply_add(sums, upper.high[half][0], lower.high[half][0], upper.high[half][1],
               lower.high[half][1], right.high[half][0], right.high[half][1]);
}
#else
#if PRODUCT == THREE_TF32
#define TERMS 3
#else
#define TERMS 1
#endif
FUNCTION void add_term(const int term, float (&sums)[4], const Rows& upper, const Rows& lower,
                       const Rows& right) {
#if PRODUCT == THREE_TF32
  if (term == 0) {
    return multiply_add(sums, upper[0].low, lower[0].low, upper[1].low, lower[1].low, right[0].high,
                        right[1].high);
  }
  if (term == 1) {
    return multiply_add(sums, upper[0].high, lower[0].high, upper[1].high, lower[1].high,
                        right[0].low, right[1].low);
  }
#endif
  multiply_add(sums, upper[0].high, lower[0].high, upper[1].high, lower[1].high, right[0].high,
               right[1].high);
}
#endif
#elif PRODUCT == FP64_TENSOR
FUNCTION void add_products(sum_t (&sums)[4], const Rows& upper, const Rows& lower,
                           const Rows& right) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+d"(sums[0]), "+d"(sums[1]), "+d"(sums[2]), "+d"(sums[3])
      : "d"(upper[0].value), "d"(lower[0].value), "d"(upper[1].value), "d"(lower[1].value),
        "d"(right[0].value), "d"(right[1].value));
#else
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sums[0]), "+d"(sums[1])
        : "d"(upper[h].value), "d"(right[h].value));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sums[2]), "+d"(sums[3])
        : "d"(lower[h].value), "d"(right[h].value));
  }
#endif
}
#endif

#endif
