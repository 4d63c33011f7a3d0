#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace assay {

class SortedAssignments;

// All assignments of indices 0 .. n_k - 1 to variables k that a set of rules admits, counted and
// numbered without being listed.
//
// A layered graph (a multi-valued decision diagram, Wegener, "Branching Programs and Binary
// Decision Diagrams", SIAM 2000): layer k binds one variable, its nodes are the distinct values of
// those bound variables that unfinished rules still depend on; for rules over many variables that
// can be bound in steps, the states of the rule take the place of the values. Assignments that
// agree in these share a node, so independent variables multiply counts, never nodes, and a space
// of 10^12 assignments is counted, numbered and sampled from a few thousand edges.
class AssignmentGraph {
 public:
  struct Rule {
    std::vector<std::size_t> variables;  // without duplicates
    // Receives the indices of `variables`, in that order. Called an unspecified number of times.
    std::function<bool(std::span<const std::uint32_t>)> admits;
    // A rule in steps that bind its variables one after the other, in any order, once each:
    // from the state that the steps before have led to (nothing: none is bound) to the next state,
    // or to nothing if the rule admits no assignment that continues so. A state after the last step
    // means that the rule admits the assignment. Optional; used where there are so many
    // combinations that otherwise all their values would have to be distinguished. The fewer
    // states, the smaller the graph.
    std::function<std::optional<std::uint32_t>(std::optional<std::uint32_t> state,
                                               std::size_t variable, std::uint32_t index)>
        bind = nullptr;
  };

  // The graph of the assignments that all rules admit. Throws usage Error if the rules tie so many
  // variables together that the graph would need more than 2^24 edges in a layer, or if there are
  // 2^64 assignments or more.
  AssignmentGraph(std::vector<std::uint32_t> domain_sizes, const std::vector<Rule>& rules);
  // The graph of exactly the assignments of a list, which has no duplicates. Equal tails share
  // nodes.
  explicit AssignmentGraph(const SortedAssignments& list);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The assignment with that number. Requires number < size().
  [[nodiscard]] std::vector<std::uint32_t> at(std::uint64_t number) const;
  // The number of an assignment, or nothing if the rules do not admit it.
  [[nodiscard]] std::optional<std::uint64_t> number_of(
      std::span<const std::uint32_t> assignment) const;
  // The number of edges in all layers, the measure of the graph's memory.
  [[nodiscard]] std::size_t edge_count() const;

  struct Edge {
    std::uint32_t index;  // index that the variable takes
    std::uint32_t node;   // number of a node of the next layer
    bool operator==(const Edge&) const = default;
  };
  // Node n owns edges[begin[n]] .. edges[begin[n + 1] - 1], ascending by index.
  struct Layer {
    std::size_t variable;
    std::vector<std::uint32_t> begin;
    std::vector<Edge> edges;
    std::vector<std::uint64_t> counts;  // assignments below each node
  };
  // The layers, one per variable, in an order of the graph's choice. Node 0 of the first layer is
  // the root; every path along edges from the root to the end of the last layer is an assignment.
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

 private:
  struct Prefix;
  friend class AssignmentGraphBuilder;

  static Layer layer_of_prefixes(std::size_t k, const std::vector<std::uint32_t>& column,
                                 std::vector<Prefix>& prefixes);
  [[nodiscard]] std::uint64_t count_below(std::size_t layer, const Edge& edge) const;
  void count();

  std::vector<Layer> layers_;
  std::uint64_t size_ = 0;
};

}  // namespace assay
