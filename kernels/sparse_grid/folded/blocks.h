// The products of a tile (folded.h) as a matrix. The dimensions are divided: the first ones of the
// grid's tree are the front. A product is one of a few products of the front dimensions, a front
// part, times one of a few of the back dimensions, a back part, and a function of the grid is
//   sum_b back_b sum_f C_bf front_f
// with one coefficient for each product. Ordered by the number of products that front and back
// parts take part in, C is a matrix in which few blocks of 8 x 8 have entries other than 0, and
// these are one to two thirds full. Only these blocks are multiplied.
//
// Parts are rows of factors; row 0 of the front parts and of the back parts of a tile is the empty
// product, 1. The rows of each side are filled up to a multiple of BLOCK by unused rows. Where a
// tile has many front parts they are divided into chunks.
//   tiles   [tiles][8] first factor, first row in front, first row at the back, first chunk; number
//           of chunks, first block, number of blocks, number of factors
//   rows    [rows of all tiles][4 row_quads] words of two factors each, by their numbers in the
//           tile, from 1; then 0, which stands for the factor 1
//   chunks  [chunks of all tiles][4] first block, number of blocks; first row in front, number of
//           rows
//   blocks  [blocks of all tiles][4] the block of back rows in the tile and of front rows in the
//           chunk; a bit for each cell that is a product, in two words; the greatest number of
//           factors, at least 1, of the back rows that have products in the run. Ordered chunk by
//           chunk, then by back rows; a run is the blocks of a chunk with the same back rows
// Coefficients, or moments, are [blocks][CELLS_OF_BLOCK], in the order of CELL.
#ifndef SPARSE_GRID_FOLDED_BLOCKS_H
#define SPARSE_GRID_FOLDED_BLOCKS_H

#define BLOCK 8
#define CELLS_OF_BLOCK (BLOCK * BLOCK)
#define CELL(back, front) ((front) / 4 * 32 + (back)*4 + (front) % 4)
#define BLOCK_BACK(first) ((first) >> 16)
#define BLOCK_FRONT(first) ((first)&0xffffu)

#endif
