// The products of a tile (folded.h) as a tree, in which a node multiplies its parent by a factor;
// the root is 1. Groups of data points walk it, but for what is 0 at all points of the group.
//
// A tree is depth first: each inner node is followed by its leaves, then by the trees of its other
// children. A node is four words: the number of its factor, and of an inner node in how many
// factors it is and whether inner nodes hang on it; how many nodes an inner node's tree has, 0 for
// a leaf; where in the tile's tree its parent is, of a root NONE; nothing.
//   trees  [tiles][4] first node, nodes, first factor, factors
//   nodes  [nodes of all tiles][4]
//   steps  [steps of all walks][4] the word of a node (below); where in factor_lines, counted in
//          lines, the one is that its factor is in the group's span or, with a kink there, the one
//          in the middle; the node, counted over all trees; of a leaf how many steps before it the
//          inner node comes on which it hangs
//   walks  [walks][8] the group; where in `steps` the walk begins, and how many there are; what
//          makes of a node's number, modulo 2^32, its place among the moments that groups leave;
//          where in `ancestors` the inner nodes are on which its first step hangs, how many they
//          are; where it leaves its values, NONE of a group's only one; nothing
//   ancestors  steps of these, from the root down
// A group's steps are several walks where they would take too long: each begins with an inner node.
// Coefficients, or moments, are [nodes of all tiles].
#ifndef SPARSE_GRID_FOLDED_TREES_H
#define SPARSE_GRID_FOLDED_TREES_H

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

#endif
