// Packs: PACK neighbouring numbers that one load or store moves. An array of packs lies where an
// array of numbers does, and begins at a multiple of a pack's bytes, as each buffer does.
// Constant in addition to those of dialect.h: PACK, a power of two; a pack has up to 16 bytes.
#ifndef PACKS_H
#define PACKS_H

#include "dialect.h"

#define PACK_BYTES (PACK * REAL_BITS / 8)
#ifdef __OPENCL_VERSION__
typedef struct {
  real at[PACK];
} __attribute__((aligned(PACK_BYTES))) pack_t;
#else
struct alignas(PACK_BYTES) pack_t {
  real at[PACK];
};
#endif

#endif
