// Support lists folded tile by tile. Over the box of a tile most hats of a list are lines, and
// products of lines are few multilinear functions however many grid points they come from. So each
// tile gets a basis of its own in which all functions of its list lie: a tree whose nodes multiply
// the parent's function by one factor, either the coordinate of a dimension or a hat that has a
// kink in the box. Grid points are sums of such nodes. What is walked for each data point is that
// tree.
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

// A tile's tree, depth first: each inner node is followed by its leaves, then by the trees of its
// other children. A node is four words: the number of its factor, and of an inner node in how many
// factors it is and whether inner nodes hang on it; how many nodes an inner node's tree has, 0 for
// a leaf; where in the tile's tree its parent is; nothing.
//   trees  [tiles][4] first node, nodes, first factor, factors
//   nodes  [nodes of all tiles][4]
// Groups of data points walk the tree of their tile, but for what is 0 at all points of the group:
// a list of steps. Long lists are walked in parts, each from an inner node on; there the nodes come
// first on which that one hangs, from the root on, as steps that have no node.
//   spans  [groups][dimensions][2] least and greatest coordinate in the tile
//   steps  [steps of all walks][4] the word of a node (below); where in factor_lines, counted in
//          lines, the one is that its factor is in the group's span or, with a kink there, the one
//          in the middle; the node, counted over all trees, or NONE; of a leaf how many steps
//          before it the inner node comes on which it hangs
//   walks  [walks][4] the group; where in `steps` the walk begins, and how many there are; whether
//          the group has other walks
#define NODE_FACTOR(first) ((first)&0xffffu)
#define NODE_DEPTH(first) ((first) >> 16 & 0x3fffu)
#define NODE_HAS_INNER(first) ((first) >> 31 != 0)

// The word of a step: the dimension of its factor, whether that has a kink, whether the node is an
// inner one, and of these what NODE_DEPTH and NODE_HAS_INNER say, and whether the inner node before
// it is another than its parent.
#define STEP_DIMENSION(word) ((word)&0x3fffu)
#define STEP_KINK 0x4000u
#define STEP_INNER 0x8000u
#define STEP_RETURNS 0x40000000u
#define STEP_OF_NODE(first) ((first)&0xffff0000u)

// Between grid points and nodes are bundles (folded_bundles.kernel), four words each: the bundle
// that its parent's function is, that of the root NONE; how deep the parent is that it opens, or
// OF_CHILD, and how many terms it has; the first of these; the grid's entry.
#define BUNDLE_STAGE(second) ((second)&0x7fffu)
#define BUNDLE_TERMS(bundle) ((bundle).y >> 16)
#define BUNDLE_FIRST(bundle) ((bundle).z)
#define OF_CHILD 0x7fffu
#define COORDINATE 0  // among the numbers of a dimension's hats
#define NONE 0xffffffffu

// A factor: 0, or the lesser of two lines in a coordinate of the tile where both are positive. That
// is also the line in the middle between them less the absolute value of half their difference.
//   factor_dimensions  [factors of all tiles]
//   factor_lines       [factors of all tiles][4][2] the two lines, that in the middle and half the
//                      difference: value at the origin and slope of each
#define FIRST_LINE 0
#define SECOND_LINE 1
#define MIDDLE_LINE 2
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

// A factor over a span of its coordinate: 0, the first or the second of its lines, or neither.
#define FACTOR_ZERO 0
#define FACTOR_FIRST 1
#define FACTOR_SECOND 2
#define FACTOR_KINK 3
FUNCTION int kind_of(const real2 one, const real2 other, const real2 span) {
  const real one_begin = fma(span.x, one.y, one.x);
  const real one_end = fma(span.y, one.y, one.x);
  const real other_begin = fma(span.x, other.y, other.x);
  const real other_end = fma(span.y, other.y, other.x);
  if (one_begin <= 0 && one_end <= 0) return FACTOR_ZERO;
  if (other_begin <= 0 && other_end <= 0) return FACTOR_ZERO;
  const real begin = fmin(one_begin, other_begin);
  const real end = fmin(one_end, other_end);
  if (begin < 0 || end < 0) return FACTOR_KINK;
  if (one_begin <= other_begin && one_end <= other_end) return FACTOR_FIRST;
  if (other_begin <= one_begin && other_end <= one_end) return FACTOR_SECOND;
  return FACTOR_KINK;
}

#endif
