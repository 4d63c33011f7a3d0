// Numbers as unsigned integers of the same order: NaN is above all numbers, and all NaNs are one.
// Zero of negative sign comes out below the other one, which is as right as any order of equals.
// Constants: those of dialect.h.
#ifndef TOP_K_KEYS_H
#define TOP_K_KEYS_H

#include "dialect.h"

#if REAL_BITS == 64
typedef ulong key_type;
#else
typedef uint key_type;
#endif
#define KEY_SIGN ((key_type)1 << (REAL_BITS - 1))
#define NO_KEY ((key_type)0)  // below those of all numbers

FUNCTION key_type key_of(const real x) {
  const key_type bits = (key_type)AS_BITS(x);
  if (x != x) return ~(key_type)0;
  return (bits & KEY_SIGN) != 0 ? ~bits : bits | KEY_SIGN;
}

FUNCTION real real_of(const key_type key) {
  const key_type bits = (key & KEY_SIGN) != 0 ? key & ~KEY_SIGN : ~key;
  return AS_REAL((BITS_TYPE)bits);
}

#endif
