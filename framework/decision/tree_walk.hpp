#pragma once

#include <cstddef>
#include <vector>

namespace assay::decision {

// The position of the leaf that a point comes to, of which `value_of` tells the terms' values.
template <class Node, class ValueOf>
std::size_t leaf_of(const std::vector<Node>& nodes, const ValueOf& value_of) {
  std::size_t node = 0;
  while (!nodes[node].is_leaf()) {
    const bool is_low = value_of(nodes[node].term) <= nodes[node].threshold;
    node = is_low ? nodes[node].low : nodes[node].high;
  }
  return node;
}

}  // namespace assay::decision
