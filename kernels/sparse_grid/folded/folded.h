// Support lists folded tile by tile. Over the box of a tile most hats of a list are lines, and the
// products of lines are only a few multilinear functions, however many grid points they come from.
// Each tile therefore gets a basis of its own that spans all functions of its list: products of
// factors, each of which is either the coordinate of a dimension or a hat that has a kink in the
// box. Grid points are sums of such products.
//
// The way from grid points to data points, and back, leads through
//   bundles   (bundles.kernel) functions that grid points of a tile have in common
//   products  (basis.kernel), of which bundles are sums; terms.kernel adds them up
//   points    in groups, each within one tile (groups.kernel), at which products are evaluated:
//             along a tree (trees.h), or as blocks of a matrix (blocks.h)
//
// Coordinates: with the level-1 functions factored out, a hat in dimension k is represented by its
// ratio to phi_{1,1}(x_k) (path.h). As a function of r = 1 / phi_{1,1} the ratio is piecewise
// linear. For a hat at i 2^-l left of the middle it is
//   2^(l-1) - (i - 1) r   from the end of the support to the top,
//   (i + 1) r - 2^(l-1)   from the top to the other end of the support,
// and for a hat on the right the ratio of its mirror image. For each tile and dimension r is
// shifted and scaled to the box, and grows to the left where the box spans the middle. The origin
// is the point of the box nearest to the middle: there r is least, and differences keep their
// digits.
//
// One source for device code and for C++ on the host. Requires support.h and its prerequisites,
// fma, fmin, fmax and REAL_BITS.
#ifndef SPARSE_GRID_FOLDED_H
#define SPARSE_GRID_FOLDED_H

// A bundle is four words: the bundle that is its parent's function, NONE for the root; the depth of
// the parent that it opens, or OF_CHILD, and its number of terms; its first term; the first term
// whose values it uses, its own or its parent's.
#define BUNDLE_STAGE(second) ((second)&0x7fffu)
#define BUNDLE_TERMS(bundle) ((bundle).y >> 16)
#define BUNDLE_FIRST(bundle) ((bundle).z)
#define BUNDLE_VALUES(bundle) ((bundle).w)
#define OF_CHILD 0x7fffu
#define OF_CHILD_RANGE 0x80000000u
#define COORDINATE 0  // in place of the number of a hat in a dimension
#define NONE 0xffffffffu

// A factor: the lesser of two lines in a coordinate of the tile where both are positive, otherwise
// 0. The lesser is also the line midway between the two less the absolute value of half their
// difference.
//   factor_dimensions  [factors of all tiles] with FACTOR_IS_LINE where it is a line over the box
//   factor_lines       [factors of all tiles][4][2] the two lines, the line midway between them and
//                      half their difference: value at the origin and slope of each
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

// The transformation of r to the coordinate of a tile in one dimension.
typedef struct {
  real origin;  // the origin's distance from the nearer side of the cube
  real scale;   // change of r that corresponds to a coordinate of 1
  int sides;    // the halves of the cube that the box meets: LEFT, RIGHT or both
} Frame;
#define LEFT 1
#define RIGHT 2

// Points closer than this to a side of the cube count as lying at this distance: powers of r must
// not overflow. The level-1 function makes all functions there just as small.
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

// The two lines of a hat's ratio to the level-1 function; `shape` is its 2^level and index.
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

// Returns the one of its two lines that a hat is if it is linear over a box.
FUNCTION real2 line_of(const Lines lines, const real2 box, const real2 shape) {
  const bool on_left = 2 * shape.y < shape.x;
  const bool behind_top = on_left ? box.x * shape.x >= shape.y : box.y * shape.x <= shape.y;
  return behind_top ? lines.falling : lines.rising;
}

#endif
