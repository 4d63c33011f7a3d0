// The products of a tile (folded.h) as a tree, in which a node multiplies its parent by a factor;
// the root is 1. Groups of data points walk it, leaving out subtrees that are 0 at all points of
// the group.
//
// A tree is stored depth first: each inner node is followed by its leaves, then by the trees of its
// other children. A node is four words: the number of its factor and, of an inner node, its number
// of factors and whether inner nodes hang on it; the number of nodes in an inner node's tree, 0 for
// a leaf; the place of its parent in the tile's tree, NONE for a root; unused.
//   trees  [tiles][4] first node, number of nodes, first factor, number of factors
//   nodes  [nodes of all tiles][4]
//   steps  [steps of all walks][4] the word of a step (STEP_DIMENSION and the following); the place
//          in factor_lines, counted in lines, of the line that its factor is in the group's span
//          or, if it has a kink there, of the middle line; the node, counted over all trees; for a
//          leaf, by how many steps it follows the inner node on which it hangs
//   walks  [walks][8] the group; where in `steps` the walk begins, and its number of steps; the
//          number that, added to a node's number modulo 2^32, gives the node's place among the
//          moments that groups store; where in `ancestors` the inner nodes are on which its first
//          step hangs, and how many they are; where it stores its values, NONE if it is the group's
//          only walk; unused
//   ancestors  numbers of their steps, from the root down
// A group's steps are divided into several walks where they would take too long; each walk begins
// with an inner node. Coefficients, or moments, are [nodes of all tiles].
#ifndef SPARSE_GRID_FOLDED_TREES_H
#define SPARSE_GRID_FOLDED_TREES_H

#define NODE_FACTOR(first) ((first)&0xffffu)
#define NODE_DEPTH(first) ((first) >> 16 & 0x3fffu)
#define NODE_HAS_INNER(first) ((first) >> 31 != 0)

// The word of a step: the dimension of its factor, whether the factor has a kink and whether the
// node is an inner one; for an inner node also NODE_DEPTH and NODE_HAS_INNER, and whether the inner
// node before it is not its parent.
#define STEP_DIMENSION(word) ((word)&0x3fffu)
#define STEP_KINK 0x4000u
#define STEP_INNER 0x8000u
#define STEP_RETURNS 0x40000000u
#define STEP_OF_NODE(first) ((first)&0xffff0000u)

#endif
