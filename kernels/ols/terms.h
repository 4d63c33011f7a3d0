// A float as the sum of terms that tensor cores multiply: three bfloat16, which have its 24 bits,
// or two float16, which have 22 of them, but not its range: columns are scaled (term_scales.h).
// CUDA, sm_90a.
//
// Constants: TERMS, 3 or 2.
#ifndef OLS_TERMS_H
#define OLS_TERMS_H

#include "dialect.h"

#if TERMS == 3
#define TERM_TYPE "bf16"
#define SCALED 0
#else
#define TERM_TYPE "f16"
#define SCALED 1
#endif

enum { HIGH, MIDDLE, LOW = TERMS - 1 };  // the largest first; two terms have no middle one

// Rounds two neighbours to a term each and leaves the remainders, which are exact.
FUNCTION uint take_term(float& first, float& second) {
  uint pair;
  asm("cvt.rn." TERM_TYPE "x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
#if TERMS == 3
  first -= __uint_as_float(pair << 16);
  second -= __uint_as_float(pair & 0xffff0000U);
#else
  float taken_first;
  float taken_second;
  asm("{\n.reg .b16 first, second;\nmov.b32 {first, second}, %2;\n"
      "cvt.f32.f16 %0, first;\ncvt.f32.f16 %1, second;\n}"
      : "=f"(taken_first), "=f"(taken_second)
      : "r"(pair));
  first -= taken_first;
  second -= taken_second;
#endif
  return pair;
}

#endif
