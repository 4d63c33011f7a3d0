#include "framework/core/space/assignment_graph.hpp"

#include "framework/core/error.hpp"

namespace assay {

void AssignmentGraph::count() {
  size_ = 1;
  for (std::size_t k = layers_.size(); k-- > 0;) {
    auto& layer = layers_[k];
    const std::size_t nodes = layer.begin.size() - 1;
    layer.counts.assign(nodes, 0);
    std::size_t kept = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
      const std::size_t first = layer.begin[node];
      layer.begin[node] = static_cast<std::uint32_t>(kept);
      for (std::size_t e = first; e < layer.begin[node + 1]; ++e) {
        const Edge edge = layer.edges[e];
        const std::uint64_t below = count_below(k, edge);
        if (below == 0) continue;  // a dead end is dropped
        layer.edges[kept++] = edge;
        if (__builtin_add_overflow(layer.counts[node], below, &layer.counts[node])) {
          throw usage_error("the space has more than 2^64 configurations; fix some parameters");
        }
      }
    }
    layer.begin.back() = static_cast<std::uint32_t>(kept);
    layer.edges.resize(kept);
    layer.edges.shrink_to_fit();
  }
  if (!layers_.empty()) size_ = layers_.front().counts.front();
}

std::uint64_t AssignmentGraph::count_below(std::size_t layer, const Edge& edge) const {
  return layer + 1 == layers_.size() ? 1 : layers_[layer + 1].counts[edge.node];
}

std::vector<std::uint32_t> AssignmentGraph::at(std::uint64_t number) const {
  std::vector<std::uint32_t> assignment(layers_.size());
  std::uint32_t node = 0;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const auto& layer = layers_[k];
    const Edge* edge = &layer.edges[layer.begin[node]];
    for (std::uint64_t below = 0; number >= (below = count_below(k, *edge)); ++edge) {
      number -= below;
    }
    assignment[layer.variable] = edge->index;
    node = edge->node;
  }
  return assignment;
}

std::optional<std::uint64_t> AssignmentGraph::number_of(
    std::span<const std::uint32_t> assignment) const {
  if (size_ == 0) return std::nullopt;
  std::uint64_t number = 0;
  std::uint32_t node = 0;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const auto& layer = layers_[k];
    const Edge* edge = layer.edges.data() + layer.begin[node];
    const Edge* const end = layer.edges.data() + layer.begin[node + 1];
    for (; edge != end && edge->index < assignment[layer.variable]; ++edge) {
      number += count_below(k, *edge);
    }
    if (edge == end || edge->index != assignment[layer.variable]) return std::nullopt;
    node = edge->node;
  }
  return number;
}

std::size_t AssignmentGraph::edge_count() const {
  std::size_t count = 0;
  for (const auto& layer : layers_) count += layer.edges.size();
  return count;
}

}  // namespace assay
