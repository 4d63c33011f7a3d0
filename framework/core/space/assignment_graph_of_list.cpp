// The graph of a list of assignments.
#include "framework/core/number_table.hpp"
#include "framework/core/space/assignment_graph.hpp"
#include "framework/core/space/sorted_assignments.hpp"

namespace assay {

// A prefix of some assignments, once the layers of the variables after it are done.
struct AssignmentGraph::Prefix {
  std::uint32_t row;     // row of the first assignment with this prefix
  std::uint32_t shared;  // number of leading variables in common with the prefix before
  std::uint32_t node;    // node of the next layer for all continuations
};

AssignmentGraph::AssignmentGraph(const SortedAssignments& list) {
  if (list.size() == 0) return;
  std::vector<Prefix> prefixes;
  prefixes.reserve(list.size());
  for (std::size_t rank = 0; rank < list.size(); ++rank) {
    prefixes.push_back({list.row(rank), list.shared(rank), 0});
  }
  layers_.resize(list.variables());
  for (std::size_t k = layers_.size(); k-- > 0;) {
    layers_[k] = layer_of_prefixes(k, list.column(k), prefixes);
  }
  count();
}

// Joins the prefixes that differ only in variable k into one node each, shared with all prefixes
// that have the same continuations.
AssignmentGraph::Layer AssignmentGraph::layer_of_prefixes(std::size_t k,
                                                          const std::vector<std::uint32_t>& column,
                                                          std::vector<Prefix>& prefixes) {
  Layer layer;
  layer.variable = k;
  layer.begin.push_back(0);
  auto& edges = layer.edges;
  NumberTable nodes;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < prefixes.size();) {
    const Prefix first = prefixes[p];
    std::uint64_t hash = 0;
    do {
      const Edge edge{column[prefixes[p].row], prefixes[p].node};
      hash = NumberTable::hash(&edge.index, 1, NumberTable::hash(&edge.node, 1, hash));
      edges.push_back(edge);
    } while (++p < prefixes.size() && prefixes[p].shared >= k);
    const std::size_t begin = layer.begin.back();
    const std::size_t count = edges.size() - begin;
    const std::size_t known = nodes.size();
    const std::uint32_t node = nodes.number(hash, [&](std::uint32_t other) {
      return layer.begin[other + std::size_t{1}] - layer.begin[other] == count &&
             std::equal(edges.begin() + static_cast<std::ptrdiff_t>(begin), edges.end(),
                        edges.begin() + layer.begin[other]);
    });
    if (node < known) {
      edges.resize(begin);
    } else {
      layer.begin.push_back(static_cast<std::uint32_t>(edges.size()));
    }
    prefixes[kept++] = {first.row, first.shared, node};
  }
  prefixes.resize(kept);
  return layer;
}

}  // namespace assay
