// The products of a tile (folded.h) as a matrix. The dimensions are parted, the first of the grid's
// tree in front. A product is then one of a few in the dimensions in front, a front part, times one
// of a few in those at the back, a back part, and a function of the grid is
//   sum_b back_b sum_f C_bf front_f
// with one coefficient for each product. In the order of how many products they take part in, front
// and back parts make C a matrix of which few blocks of 8 x 8 have anything but 0, and these are
// one to two thirds full. Blocks are what is multiplied.
//
// Parts are rows of factors; row 0 of the front parts and of the back parts of a tile is the
// product of none, 1. The rows of each side are filled up to a multiple of BLOCK by rows that
// nothing has. Where a tile has many front parts they come in chunks.
//   tiles   [tiles][8] first factor, first row in front, first row at the back, first chunk; how
//           many chunks, first block, how many; how many factors
//   rows    [rows of all tiles][4 row_quads] words of two factors each, by their numbers in the
//           tile, from 1; then 0, which stands for the factor 1
//   chunks  [chunks of all tiles][4] first block, how many; first row in front, how many
//   blocks  [blocks of all tiles][4] the block of back rows in the tile and of front rows in the
//           chunk; cells that are products, a bit each in two words; how many factors the back rows
//           with products in the run have at the most, from 1. Chunk by chunk, then by back rows; a
//           run is what a chunk has of the same back rows
// Coefficients, or moments, are [blocks][CELLS_OF_BLOCK], in the order of CELL.
#ifndef SPARSE_GRID_FOLDED_BLOCKS_H
#define SPARSE_GRID_FOLDED_BLOCKS_H

#define BLOCK 8
#define CELLS_OF_BLOCK (BLOCK * BLOCK)
#define CELL(back, front) ((front) / 4 * 32 + (back)*4 + (front) % 4)
#define BLOCK_BACK(first) ((first) >> 16)
#define BLOCK_FRONT(first) ((first)&0xffffu)

#endif
