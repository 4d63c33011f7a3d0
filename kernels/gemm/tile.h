// Which tile of the results a group computes. Constants: TILE_ROWS, TILE_COLUMNS, and BAND, the
// rows of tiles that groups go through column by column, so that groups which work at the same time
// read the same parts of the matrices.
#ifndef GEMM_TILE_H
#define GEMM_TILE_H

#include "dialect.h"

typedef struct {
  ulong entry;  // of the batch
  uint row;     // the first of the tile
  uint column;
} tile_t;

FUNCTION tile_t tile_of_group(const uint rows, const uint columns) {
  const uint down = (rows + TILE_ROWS - 1) / TILE_ROWS;
  const uint across = (columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
  const ulong tiles = (ulong)down * across;
  const ulong within = GROUP_ID % tiles;
  const uint first = (uint)(within / ((ulong)BAND * across)) * BAND;  // row of the band
  const uint height = min((uint)BAND, down - first);
  const uint place = (uint)(within - (ulong)first * across);
  tile_t tile;
  tile.entry = GROUP_ID / tiles;
  tile.row = (first + place % height) * TILE_ROWS;
  tile.column = place / height * TILE_COLUMNS;
  return tile;
}

#endif
