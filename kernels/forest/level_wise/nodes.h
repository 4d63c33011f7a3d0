// The nodes of growing trees, all trees in one pool. Roots come first, and the two children of a
// split are neighbours, the left one first; otherwise the order has no meaning.
#ifndef FOREST_LEVEL_WISE_NODES_H
#define FOREST_LEVEL_WISE_NODES_H

#include "forest/threshold.h"

// Counters that the host reads: words of one buffer.
#define NODES 0u         // nodes in the pool
#define OPEN 1u          // nodes of the next level that the whole device works on
#define SMALL 2u         // nodes whose subtrees a group grows
#define SMALL_DRAWS 3u   // draws in the small nodes
#define HOSTED 4u        // nodes whose subtrees the host grows
#define HOSTED_DRAWS 5u  // draws in the hosted nodes
#define UNDECIDED 6u     // open nodes without a split that have further attributes to try
#define DEEPEST 7u       // depth of the deepest node
#define HEAVIEST 8u      // the greatest weight of a sample

// The states of an open node.
#define OPEN_LEAF 0u
#define OPEN_UNDECIDED 1u
#define OPEN_SPLIT 2u

// The assignment of nodes to those who grow them, by their draws.
typedef struct {
  uint most_small;   // draws up to which a group grows a node's subtree
  uint most_hosted;  // draws up to which the host grows a node's subtree
  GLOBAL uint* open;
  GLOBAL uint* small;
  GLOBAL uint* hosted;
  GLOBAL uint* hosted_begins;  // first index of each hosted node's samples, one place for each draw
  GLOBAL uint* counters;
} parts_t;

FUNCTION parts_t parts_of(const uint most_small, const uint most_hosted, GLOBAL uint* const open,
                          GLOBAL uint* const small, GLOBAL uint* const hosted,
                          GLOBAL uint* const hosted_begins, GLOBAL uint* const counters) {
  parts_t parts;
  parts.most_small = most_small;
  parts.most_hosted = most_hosted;
  parts.open = open;
  parts.small = small;
  parts.hosted = hosted;
  parts.hosted_begins = hosted_begins;
  parts.counters = counters;
  return parts;
}
FUNCTION void assign_node(const parts_t parts, const uint node, const uint draws) {
  if (draws <= parts.most_hosted) {
    const uint number = ATOMIC_ADD(parts.counters + HOSTED, 1u);
    parts.hosted[number] = node;
    parts.hosted_begins[number] = ATOMIC_ADD(parts.counters + HOSTED_DRAWS, draws);
  } else if (draws <= parts.most_small) {
    parts.small[ATOMIC_ADD(parts.counters + SMALL, 1u)] = node;
    ATOMIC_ADD(parts.counters + SMALL_DRAWS, draws);
  } else {
    parts.open[ATOMIC_ADD(parts.counters + OPEN, 1u)] = node;
  }
}

// Returns the place of a tree in the list of one attribute, or in the only list; the samples of a
// node follow from its `begin` on. lists [lists][trees][capacity].
FUNCTION size_t list_place(const uint list, const uint tree, const uint trees,
                           const uint capacity) {
  return ((size_t)list * trees + tree) * capacity;
}

// The nodes in their final form.
typedef struct {
  GLOBAL int* attributes;    // -1: a leaf
  GLOBAL float* thresholds;  // unset for leaves
  GLOBAL uint* links;        // a split's left child; a leaf's label
  GLOBAL uint* counts;       // draws
  GLOBAL uint* parents;      // a root is its own parent
} nodes_t;

FUNCTION nodes_t nodes_in(GLOBAL int* const attributes, GLOBAL float* const thresholds,
                          GLOBAL uint* const links, GLOBAL uint* const counts,
                          GLOBAL uint* const parents) {
  nodes_t nodes;
  nodes.attributes = attributes;
  nodes.thresholds = thresholds;
  nodes.links = links;
  nodes.counts = counts;
  nodes.parents = parents;
  return nodes;
}
FUNCTION void make_leaf(const nodes_t nodes, const uint node, const uint label) {
  nodes.attributes[node] = -1;
  nodes.links[node] = label;
}
// Splits a node between two neighbouring codes of an attribute; the left child is `child`.
FUNCTION void make_split(const nodes_t nodes, const meaning_t meaning, const uint node,
                         const uint attribute, const uint low, const uint high, const uint child) {
  nodes.attributes[node] = (int)attribute;
  nodes.thresholds[node] = threshold_between(meaning, attribute, low, high);
  nodes.links[node] = child;
  nodes.parents[child] = node;
  nodes.parents[child + 1] = node;
}

#endif
