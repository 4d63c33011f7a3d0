// Products of columns of X by one warp: fragments of eight columns and eight rows, and what a pair
// of them adds to a tile of X^T X. CUDA only.
//
// Constants: PRODUCT, how products are made (below); PACK, columns that a thread reads in one go;
// and the dialect's, VECTOR_WIDTH = 1.
//
// A fragment holds rows t and t + 4 of a step of eight, t = lane % 4, of the column that place
// g = lane / 4 has. That is the layout of operand B of mma.m16n8k8, and two of them are operand A
// of X^T: so one read serves both sides (PTX ISA, "Matrix Fragments for mma.m16n8k8").
#ifndef OLS_FRAGMENTS_H
#define OLS_FRAGMENTS_H

#include "dialect.h"

#define FMA 0          // fused multiply-adds in the type of X
#define TF32 1         // tensor cores, X rounded to 11 bits
#define THREE_TF32 2   // tensor cores, X as a sum of two such numbers: three products of four
#define FP64_TENSOR 3  // tensor cores, X widened to double

#if REAL_BITS == 64 || PRODUCT == FP64_TENSOR
typedef double sum_t;
#else
typedef float sum_t;
#endif

#define LANE (threadIdx.x % 32)
#define PLACE (LANE / 4)      // g
#define ROW_PLACE (LANE % 4)  // t
#define FRAGMENT_COLUMNS 8
#define STEP_ROWS 8

// The column, counted from the first of a warp's, that place `place` of fragment `fragment` holds:
// PACK neighbours of a row belong to PACK fragments of one lane, so that one read brings them all.
FUNCTION uint column_of(const uint fragment, const uint place) {
  return fragment / PACK * (FRAGMENT_COLUMNS * PACK) + place * PACK + fragment % PACK;
}

// One operand's value of a product.
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

#if PRODUCT == TF32 || PRODUCT == THREE_TF32
// To the nearest number of 11 bits, ties away from 0. The hardware ignores the last 13 bits.
FUNCTION uint nearest_tf32(const float x) { return __float_as_uint(x) + 0x1000U; }
#endif

FUNCTION Factor factor_of(const real x) {
  Factor factor;
#if PRODUCT == THREE_TF32
  factor.high = nearest_tf32(x) & 0xffffe000U;
  factor.low = nearest_tf32(x - __uint_as_float(factor.high));  // the difference is exact
#elif PRODUCT == TF32
  factor.high = nearest_tf32(x);
#else
  factor.value = x;
#endif
  return factor;
}

#if PRODUCT == TF32 || PRODUCT == THREE_TF32
FUNCTION void multiply_add(float (&d)[4], const uint a0, const uint a1, const uint a2,
                           const uint a3, const uint b0, const uint b1) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// sums += the products of 16 columns (two fragments) with 8, over 8 rows. Tensor cores add by
// cutting off (Fasi, Higham, Mikaitis, Pranesh 2021), which would bias long sums: each step is
// summed by itself, and joins the others in an addition that rounds (Ootomo, Yokota 2022).
FUNCTION void add_products(sum_t (&sums)[4], const Factor (&upper)[2], const Factor (&lower)[2],
                           const Factor (&right)[2]) {
  float step[4] = {0, 0, 0, 0};
#if PRODUCT == THREE_TF32
  multiply_add(step, upper[0].low, lower[0].low, upper[1].low, lower[1].low, right[0].high,
               right[1].high);
  multiply_add(step, upper[0].high, lower[0].high, upper[1].high, lower[1].high, right[0].low,
               right[1].low);
#endif
  multiply_add(step, upper[0].high, lower[0].high, upper[1].high, lower[1].high, right[0].high,
               right[1].high);
#pragma unroll
  for (int e = 0; e < 4; ++e) sums[e] += step[e];
}
#elif PRODUCT == FP64_TENSOR
FUNCTION void add_products(sum_t (&sums)[4], const Factor (&upper)[2], const Factor (&lower)[2],
                           const Factor (&right)[2]) {
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
