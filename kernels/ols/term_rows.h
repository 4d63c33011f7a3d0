// The path of X's rows to the tensor cores: from memory to registers while earlier ones are
// processed, then to shared memory as sums of terms. CUDA, sm_90a.
//
// Constants: those of warpgroups.kernel.
#ifndef OLS_TERM_ROWS_H
#define OLS_TERM_ROWS_H

#define RIGHT_COLUMNS TILE
#include "share.h"
#include "terms.h"
#include "wgmma.h"

#define CONSUMERS (TILE / PANEL_COLUMNS * WARPGROUP)  // threads of a team that issue products
#define PRODUCERS (PRODUCER_GROUPS * WARPGROUP)       // threads of a team that load rows
#define TEAM_THREADS (CONSUMERS + PRODUCERS)
#define TEAM (threadIdx.x / TEAM_THREADS)
#define THREAD_OF_TEAM (threadIdx.x % TEAM_THREADS)
#define PRODUCER (THREAD_OF_TEAM - CONSUMERS)
#define PIECE_COLUMNS 4
#define PIECES (STAGE_ROWS * TILE / PIECE_COLUMNS / PRODUCERS)  // for each producer and side
#define PANEL_BYTES (STAGE_ROWS * PANEL_ROW_BYTES)
#define PANEL_STRIDE (TERMS * PANEL_BYTES)  // a panel for each term of a number
#define PANELS (SIDES * TILE / PANEL_COLUMNS)
#define OPERAND_BYTES (PANELS * PANEL_STRIDE)
#define SETS (BY_ROWS ? 1 : PIECES)  // column sets of a thread's pieces

// The place of a producer's piece in the tile's side: neighbouring threads have neighbours in
// memory.
FUNCTION uint row_of_piece(const uint piece, const uint producer) {
  constexpr uint across = TILE / PIECE_COLUMNS;
  if (BY_ROWS) return producer / across * PIECES + piece;
  return (piece * PRODUCERS + producer) % STAGE_ROWS;
}
FUNCTION uint column_of_piece(const uint piece, const uint producer) {
  if (BY_ROWS) return producer % (TILE / PIECE_COLUMNS) * PIECE_COLUMNS;
  return (piece * PRODUCERS + producer) / STAGE_ROWS * PIECE_COLUMNS;
}

FUNCTION bool is_diagonal(const Share& share) { return SIDES == 1 || share.left == share.right; }

// The data that a producer loads: four neighbouring columns of a row for each piece; y of those
// rows.
struct Pieces {
  float x[SIDES][PIECES][PIECE_COLUMNS];
  float y[PIECES];
};

FUNCTION void load_four(float (&values)[PIECE_COLUMNS], const float* from) {
  const float4 four = *reinterpret_cast<const float4*>(from);
  values[0] = four.x;
  values[1] = four.y;
  values[2] = four.z;
  values[3] = four.w;
}

// Loads four columns; 0 beyond the end of rows or columns.
FUNCTION void load_columns(float (&values)[PIECE_COLUMNS], const Share& share, const uint row,
                           const uint column) {
  const float* const from =
      share.x + (BY_ROWS ? (size_t)row * COLUMNS + column : (size_t)column * share.rows + row);
#pragma unroll
  for (float& value : values) value = 0;
  if (row >= share.end) return;
#if BY_ROWS && COLUMNS % PIECE_COLUMNS == 0
  if (column < COLUMNS) load_four(values, from);
#else
#pragma unroll
  for (uint c = 0; c < PIECE_COLUMNS; ++c) {
    if (column + c < COLUMNS) values[c] = from[BY_ROWS ? c : (size_t)c * share.rows];
  }
#endif
}

FUNCTION void load_checked(Pieces& pieces, const Share& share, const uint first) {
#pragma unroll
  for (uint p = 0; p < PIECES; ++p) {
    const uint row = first + row_of_piece(p, PRODUCER);
    const uint column = column_of_piece(p, PRODUCER);
    load_columns(pieces.x[0][p], share, row, share.left + column);
    if (is_diagonal(share)) {
      pieces.y[p] = row < share.end ? share.y[row] : 0;
    } else {
      load_columns(pieces.x[SIDES - 1][p], share, row, share.right + column);
    }
  }
}

// Loads y of the rows of a producer's pieces, which are consecutive if X is stored by rows.
FUNCTION void load_targets(Pieces& pieces, const float* y) {
  if (PIECES % 4 == 0 && (size_t)y % sizeof(float4) == 0) {
#pragma unroll
    for (uint p = 0; p + 3 < PIECES; p += 4) {
      load_four(reinterpret_cast<float(&)[4]>(pieces.y[p]), y + p);
    }
  } else {
#pragma unroll
    for (uint p = 0; p < PIECES; ++p) pieces.y[p] = y[p];
  }
}

// Loads whole stages of whole tiles: addresses differ by constants.
FUNCTION void load_whole(Pieces& pieces, const Share& share, const uint first) {
  const size_t row = first + row_of_piece(0, PRODUCER);
  const float* const left = share.x + row * COLUMNS + share.left + column_of_piece(0, PRODUCER);
#pragma unroll
  for (uint p = 0; p < PIECES; ++p) {
    load_four(pieces.x[0][p], left + p * COLUMNS);
    if (!is_diagonal(share)) {
      load_four(pieces.x[SIDES - 1][p], left + p * COLUMNS + (share.right - share.left));
    }
  }
  if (is_diagonal(share)) load_targets(pieces, share.y + row);
}

// Stores a piece as terms. `scales`: in shared memory, of the tile's columns on both sides, if
// terms are scaled.
FUNCTION void store_piece(unsigned char* panels, const Pieces& pieces, const float* scales,
                          const uint side, const uint piece) {
  const uint row = row_of_piece(piece, PRODUCER);
  const uint column = column_of_piece(piece, PRODUCER);
  float rest[PIECE_COLUMNS] = {1, 1, 1, 1};
  if (SCALED) load_four(rest, scales + side * TILE + column);
#pragma unroll
  for (uint c = 0; c < PIECE_COLUMNS; ++c) rest[c] *= pieces.x[side][piece][c];
  unsigned char* const to =
      panels + column / PANEL_COLUMNS * PANEL_STRIDE + place_in_panel(row, column % PANEL_COLUMNS);
#pragma unroll
  for (int term = HIGH; term <= LOW; ++term) {
    uint2 pairs;
    pairs.x = take_term(rest[0], rest[1]);
    pairs.y = take_term(rest[2], rest[3]);
    *reinterpret_cast<uint2*>(to + term * PANEL_BYTES) = pairs;
  }
}

FUNCTION void store_pieces(unsigned char* operands, const Pieces& pieces, const float* scales,
                           const bool both) {
#pragma unroll
  for (uint p = 0; p < PIECES; ++p) {
    store_piece(operands, pieces, scales, 0, p);
    if (both) store_piece(operands + OPERAND_BYTES / SIDES, pieces, scales, SIDES - 1, p);
  }
}

#endif
