#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/space/assignment_graph.hpp"

namespace assay {

// Searches an AssignmentGraph for assignments near a given one, which need not be admitted itself.
// An assignment is nearer if it differs in fewer variables or, if in equally many, by fewer steps
// of their indices in total.
//
// A search first follows only paths with few changes and widens until its answer is proven nearest,
// so that a near answer costs microseconds in a graph of any size; the farthest one costs two
// passes over all edges. Deterministic. Keeps its scratch memory, up to a small multiple of the
// graph's, and is not safe for use by several threads at once.
class NearAssignments {
 public:
  // The graph must outlive this object.
  explicit NearAssignments(const AssignmentGraph& graph);

  // The nearest assignment to `wanted` that agrees with it in the `fixed` variables; nothing if no
  // admitted one does. `wanted` and `fixed` have one element per variable.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> nearest(
      std::span<const std::uint32_t> wanted, const std::vector<bool>& fixed);

  struct Change {
    std::size_t variable;
    std::uint32_t index;  // differs from that in `start`
  };
  // For each change, the nearest assignment to `start` that has it and differs from `start` in at
  // most `most_changes` variables, the changed one included; left out if there is none. The answers
  // are in the order of `changes`, which may be many (one search serves all) but must be distinct.
  // Answers may be equal to each other.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> nearest_with(
      std::span<const std::uint32_t> start, std::span<const Change> changes,
      std::size_t most_changes);

 private:
  using Cost = std::uint64_t;  // changes in the upper 32 bits, steps in the lower 32

  // A node that a search has reached.
  struct State {
    std::uint32_t node = 0;
    std::uint32_t parent = 0;  // state of the layer before, on the nearest path from the root
    std::uint32_t index = 0;   // index of the variable of the layer before on that path
    std::uint32_t first = 0;   // number of the first of its transitions
    std::uint32_t best = 0;    // transition on the nearest path to the end
    Cost before = 0;           // cost of the nearest path from the root
    Cost after = 0;            // cost of the nearest path to the end
  };
  struct Transition {
    std::uint32_t index;
    std::uint32_t child;  // state of the next layer
  };
  struct Reached {
    std::vector<State> states;
    std::vector<Transition> transitions;  // in the order of the states
    [[nodiscard]] std::span<const Transition> of(std::size_t state) const;
  };
  // A path through a given transition: the nearest one up to it, and the nearest one after it.
  struct Path {
    Cost cost;
    std::size_t layer = 0;
    std::uint32_t state = 0;
    std::uint32_t transition = 0;
  };
  struct Target;

  bool reach(std::span<const std::uint32_t> wanted, const std::vector<bool>& fixed,
             std::size_t most_changes);
  void reach_from(std::size_t layer, std::uint32_t state, std::uint32_t want, bool may_change);
  void look_back(std::span<const std::uint32_t> wanted);
  void improve(std::span<const std::uint32_t> wanted, std::vector<Target>& targets) const;
  [[nodiscard]] std::vector<std::uint32_t> assignment(const Path& path) const;

  const AssignmentGraph& graph_;
  std::vector<std::vector<bool>> occurs_;  // for each variable and index: whether an edge has it
  std::vector<Reached> reached_;           // for each layer, and last for the end
  std::vector<std::uint32_t> state_of_;    // state of each node of the layer that is being reached
};

}  // namespace assay
