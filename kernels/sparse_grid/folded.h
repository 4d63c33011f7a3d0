// Support lists folded tile by tile. Over the box of a tile most hats of a list are lines, and
// products of lines are few multilinear functions however many grid points they come from. So each
// tile gets a basis of its own in which all functions of its list lie: products of factors, each of
// which is either the coordinate of a dimension or a hat that has a kink in the box. Grid points
// are sums of such products.
//
// The dimensions are parted, the rarest in front. A product is then one of a few in the dimensions
// in front, a front part, times one of a few in those at the back, a back part, and a function of
// the grid is
//   sum_b back_b sum_f C_bf front_f
// with one coefficient for each product. In the order of how many products they take part in, front
// and back parts make C a matrix of which few blocks of 8 x 8 have anything but 0, and these are
// one to two thirds full. Blocks are what is multiplied.
//
// Coordinates: with the level-1 functions factored out, a hat in dimension k counts as its ratio to
// phi_{1,1}(x_k) (path.h). In r = 1 / phi_{1,1} the ratio is piecewise linear: of a hat at i 2^-l
// left of the middle it is
//   2^(l-1) - (i - 1) r   from the end of the support to the top,
//   (i + 1) r - 2^(l-1)   from the top to the other end of the support,
// and on the right the same of its mirror image. Per tile and dimension r is shifted and scaled to
// the box, and grows to the left where the box spans the middle. The origin is where the box is
// nearest to the middle: there r is least, and differences keep their digits.
//
// One source for device code and for C++ on the host. Needs support.h, what that needs, fma, fmin,
// fmax and REAL_BITS.
#ifndef SPARSE_GRID_FOLDED_H
#define SPARSE_GRID_FOLDED_H

// The bases. Parts are rows of factors; row 0 of the front parts and of the back parts of a tile is
// the product of none, 1. The rows of each side are filled up to a multiple of BLOCK by rows that
// nothing has. Where a tile has many front parts they come in chunks.
//   tiles   [tiles][8] first factor, first row in front, first row at the back, first chunk; how
//           many chunks, first block, how many; how many factors
//   rows    [rows of all tiles][4 row_quads] words of two factors each, by their numbers in the
//           tile, from 1; then 0, which stands for the factor 1
//   chunks  [chunks of all tiles][4] first block, how many; first row in front, how many
//   blocks  [blocks of all tiles][4] the block of back rows in the tile and of front rows in the
//           chunk; cells that are products, a bit each in two words; how many factors the back rows
//           with cells have at the most, from 1. Chunk by chunk, then by back rows
// Coefficients, or moments, are [blocks][CELLS_OF_BLOCK], in the order of CELL.
#define BLOCK 8
#define CELLS_OF_BLOCK (BLOCK * BLOCK)
#define CELL(back, front) ((front) / 4 * 32 + (back)*4 + (front) % 4)
#define BLOCK_BACK(first) ((first) >> 16)
#define BLOCK_FRONT(first) ((first)&0xffffu)

// Between grid points and products are bundles (folded_bundles.kernel), four words each: the bundle
// that its parent's function is, that of the root NONE; how deep the parent is that it opens, or
// OF_CHILD, and how many terms it has; the first of these; the grid's entry.
#define BUNDLE_STAGE(second) ((second)&0x7fffu)
#define BUNDLE_TERMS(bundle) ((bundle).y >> 16)
#define BUNDLE_FIRST(bundle) ((bundle).z)
#define OF_CHILD 0x7fffu
#define COORDINATE 0  // among the numbers of a dimension's hats
#define NONE 0xffffffffu

// A factor: 0, or the lesser of two lines in a coordinate of the tile where both are positive. That
// is the line in the middle between them less the absolute value of half their difference, and not
// below 0.
//   factor_dimensions  [factors of all tiles] with FACTOR_IS_LINE where it is a line over the box
//   factor_lines       [factors of all tiles][2][2] the line in the middle and half the difference:
//                      value at the origin and slope of each
#define FACTOR_DIMENSION(word) ((word)&0x3fffu)
#define FACTOR_IS_LINE 0x4000u
typedef struct {
  real2 rising;  // towards the middle
  real2 falling;
} Lines;

// How r becomes the coordinate of a tile in one dimension.
typedef struct {
  real origin;  // the distance from the nearer side of the cube
  real scale;   // of r, to which 1 corresponds
  int sides;    // what the box has of the cube: LEFT, RIGHT or both
} Frame;
#define LEFT 1
#define RIGHT 2

// Closer to a side of the cube counts as on it: powers of r must not overflow. The level-1 function
// makes everything there as small.
#if REAL_BITS == 64
#define ON_SIDE 0x1p-400
#else
#define ON_SIDE 0x1p-60f
#endif

FUNCTION Frame frame_of(const real2 box) {
  Frame frame;
  const real left = box.x;
  const real right = 1 - box.y;
  frame.sides = box.y <= (real)0.5f ? LEFT : box.x >= (real)0.5f ? RIGHT : LEFT | RIGHT;
  frame.origin = frame.sides == LEFT ? box.y : frame.sides == RIGHT ? 1 - box.x : (real)0.5f;
  real farthest = frame.sides == LEFT ? left : frame.sides == RIGHT ? right : fmin(left, right);
  farthest = fmax(farthest, ON_SIDE);
  frame.origin = fmax(frame.origin, farthest);
  frame.scale = (frame.origin - farthest) / (2 * frame.origin * farthest);
  return frame;
}

// The coordinate of a point in the box: 0 at the origin, at most 1 in absolute value.
FUNCTION real coordinate_in(const Frame frame, const real x) {
  const bool on_left = x < (real)0.5f;
  const real distance = fmax(on_left ? x : 1 - x, ON_SIDE);
  const real r = (frame.origin - distance) / (2 * frame.origin * distance);
  const real coordinate = frame.scale > 0 ? r / frame.scale : 0;
  return frame.sides == (LEFT | RIGHT) && !on_left ? -coordinate : coordinate;
}

// The two lines of a hat's ratio to the level-1 function, from 2^level and index.
FUNCTION Lines lines_of(const Frame frame, const real2 shape) {
  const bool on_left = 2 * shape.y < shape.x;
  const real index = on_left ? shape.y : shape.x - shape.y;
  const real r = 1 / (2 * frame.origin);
  const real scaled = shape.x * frame.origin;
  const real unit = frame.sides == (LEFT | RIGHT) && !on_left ? -frame.scale : frame.scale;
  Lines lines;
  lines.rising.x = r * (scaled - (index - 1));
  lines.rising.y = -(index - 1) * unit;
  lines.falling.x = r * ((index + 1) - scaled);
  lines.falling.y = (index + 1) * unit;
  return lines;
}

// Which of the two a hat is that is linear over a box.
FUNCTION real2 line_of(const Lines lines, const real2 box, const real2 shape) {
  const bool on_left = 2 * shape.y < shape.x;
  const bool behind_top = on_left ? box.x * shape.x >= shape.y : box.y * shape.x <= shape.y;
  return behind_top ? lines.falling : lines.rising;
}

#endif
