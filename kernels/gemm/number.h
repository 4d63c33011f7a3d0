// The numbers of the matrices, and loads and stores of several neighbours at once.
// Constants in addition to those of dialect.h: HALF, 1 if the numbers are halves, which are stored
// alone: sums are real, float. Otherwise numbers are real.
#ifndef GEMM_NUMBER_H
#define GEMM_NUMBER_H

#include "dialect.h"

#if HALF
typedef unsigned short number;  // the bits of a half
#define NUMBER_BYTES 2
#else
typedef real number;
#define NUMBER_BYTES (REAL_BITS / 8)
#endif

FUNCTION real to_real(const number x) {
#if !HALF
  return x;
#elif defined(__OPENCL_VERSION__)
  return vload_half(0, (const half*)&x);
#else
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x));
  return value;
#endif
}

// Rounds to the nearest number, the even one of two.
FUNCTION number to_number(const real x) {
#if !HALF
  return x;
#elif defined(__OPENCL_VERSION__)
  number rounded;
  vstore_half_rte(x, 0, (half*)&rounded);
  return rounded;
#else
  number rounded;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded) : "f"(x));
  return rounded;
#endif
}

// Neighbours that one load or store moves.
#define DEFINE_PACK(name, type, bytes, count)                  \
  typedef struct __attribute__((aligned((bytes) * (count)))) { \
    type at[count];                                            \
  } name;
DEFINE_PACK(pair_of_numbers, number, NUMBER_BYTES, 2)
DEFINE_PACK(four_numbers, number, NUMBER_BYTES, 4)
DEFINE_PACK(eight_numbers, number, NUMBER_BYTES, 8)
DEFINE_PACK(pair_of_reals, real, REAL_BITS / 8, 2)
DEFINE_PACK(four_reals, real, REAL_BITS / 8, 4)

#define LOAD_PACK(type)                        \
  const type pack = *(GLOBAL const type*)from; \
  _Pragma("unroll") for (uint i = 0; i < count; ++i) { to[i] = to_real(pack.at[i]); }

// Loads `count` numbers, 1, 2, 4 or 8, which is a constant where this is inlined, from an address
// that is a multiple of their bytes.
INLINED void load_numbers(GLOBAL const number* const from, const uint count, real* const to) {
  if (count == 8) {
    LOAD_PACK(eight_numbers)
  } else if (count == 4) {
    LOAD_PACK(four_numbers)
  } else if (count == 2) {
    LOAD_PACK(pair_of_numbers)
  } else {
    to[0] = to_real(*from);
  }
}

// Likewise reals in local memory, 1, 2 or 4.
INLINED void read_reals(LOCAL_SPACE const real* const from, const uint count, real* const to) {
  if (count == 4) {
    const four_reals pack = *(LOCAL_SPACE const four_reals*)from;
#pragma unroll
    for (uint i = 0; i < 4; ++i) to[i] = pack.at[i];
  } else if (count == 2) {
    const pair_of_reals pack = *(LOCAL_SPACE const pair_of_reals*)from;
    to[0] = pack.at[0];
    to[1] = pack.at[1];
  } else {
    to[0] = *from;
  }
}

#endif
