// Packs: PACK neighbouring numbers that one load or store of up to 16 bytes moves. An array of
// packs lies where an array of numbers does, and begins at a multiple of a pack's bytes, as each
// buffer does. Constant in addition to those of dialect.h: PACK, the numbers in a pack, 1, 2 or 4.
#ifndef PACKS_H
#define PACKS_H

#include "dialect.h"

typedef struct __attribute__((aligned(PACK * REAL_BITS / 8))) {
  real at[PACK];
} pack_t;

#endif
