// A block's share of a pass over X: a tile of X^T X over some rows of a fit. CUDA only.
//
// Constants: COLUMNS; TILE, columns of a tile.
#ifndef OLS_SHARE_H
#define OLS_SHARE_H

#include "dialect.h"

#define ONE_TILE (COLUMNS <= TILE)
#define SIDES (ONE_TILE ? 1 : 2)  // tiles of columns that are loaded
#define SUMS_OF_FIT ((size_t)COLUMNS * COLUMNS + COLUMNS + 1)

// Rows `first` to `end` - 1 of one fit, and the first columns of the tile's two sides.
struct Share {
  const real* x;
  const real* y;
  uint rows;  // rows of the fit
  uint first;
  uint end;
  uint left;
  uint right;
};

#endif
