// Nodes while they grow, all trees' in one pool. Roots come first, the two children of a split lie
// side by side, the left one first; else their order means nothing.
#ifndef FOREST_LEVEL_WISE_NODES_H
#define FOREST_LEVEL_WISE_NODES_H

// Counters that the host reads: words of one buffer.
#define NODES 0u      // in the pool
#define OPEN 1u       // nodes of the next level that the whole device works on
#define SMALL 2u      // nodes whose subtrees a group grows
#define UNDECIDED 3u  // open nodes without a split whose next attributes are to be tried
#define DEEPEST 4u    // depth of the deepest node
#define HEAVIEST 5u   // the greatest weight of a sample
#define COUNTERS 8u

// What an open node is to become; from SPLITS on its split is found.
#define OPEN_LEAF 0u
#define OPEN_UNDECIDED 1u
#define OPEN_SPLIT 2u

// The samples of a node: those of a tree in the list of one attribute, or in the only list, from
// `begin` on. lists [lists][trees][capacity].
FUNCTION size_t list_place(const uint list, const uint tree, const uint trees,
                           const uint capacity) {
  return ((size_t)list * trees + tree) * capacity;
}

#endif
