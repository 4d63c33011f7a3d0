// Packs: neighbouring numbers that are read or written at once, by one load of up to 16 bytes.
// Constants: those of dialect.h, and PACK, the reals in a pack: 1, 2 or 4, which are at most 16
// bytes.
#ifndef PACK_H
#define PACK_H

#include "dialect.h"

typedef struct __attribute__((aligned(PACK * REAL_BITS / 8))) {
  real at[PACK];
} pack;

#endif
