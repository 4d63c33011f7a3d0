// Support lists folded tile by tile. Over the box of a tile most hats of a list are lines, and
// products of lines are few multilinear functions however many grid points they come from. So each
// tile gets a basis of its own in which all functions of its list lie: products of factors, each of
// which is either the coordinate of a dimension or a hat that has a kink in the box. Grid points
// are sums of such products.
//
// From grid points to data points, or back, it goes by way of
//   bundles   (bundles.kernel) what grid points of a tile have in common
//   products  (basis.kernel) of which bundles are sums; terms.kernel adds them up
//   points    in groups of a tile each (groups.kernel), at which products are evaluated: along a
//             tree (trees.h), or as blocks of a matrix (blocks.h)
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

// Bundles, four words each: the bundle that its parent's function is, that of the root NONE; how
// deep the parent is that it opens, or OF_CHILD, and how many terms it has; the first of these; the
// first of those whose values it has, its own or its parent's.
#define BUNDLE_STAGE(second) ((second)&0x7fffu)
#define BUNDLE_TERMS(bundle) ((bundle).y >> 16)
#define BUNDLE_FIRST(bundle) ((bundle).z)
#define BUNDLE_VALUES(bundle) ((bundle).w)
#define OF_CHILD 0x7fffu
#define OF_CHILD_RANGE 0x80000000u
#define COORDINATE 0  // among the numbers of a dimension's hats
#define NONE 0xffffffffu

// A factor: 0, or the lesser of two lines in a coordinate of the tile where both are positive. That
// is also the line in the middle between them less the absolute value of half their difference.
//   factor_dimensions  [factors of all tiles] with FACTOR_IS_LINE where it is a line over the box
//   factor_lines       [factors of all tiles][4][2] the two lines, that in the middle and half the
//                      difference: value at the origin and slope of each
#define FACTOR_DIMENSION(word) ((word)&0x3fffu)
#define FACTOR_IS_LINE 0x4000u
#define FIRST_LINE 0
#define SECOND_LINE 1
#define MIDDLE_LINE 2
#define HALF_DIFFERENCE 3
#define LINES_OF_FACTOR 4
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
