#include "framework/core/space/near_assignments.hpp"

#include <algorithm>
#include <limits>

namespace assay {
namespace {

using Edge = AssignmentGraph::Edge;

constexpr std::uint64_t one_change = std::uint64_t{1} << 32;
constexpr std::uint64_t never_assigned = std::uint64_t{1} << 62;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::uint64_t cost_of(std::uint32_t index, std::uint32_t want) {
  if (index == want) return 0;
  return one_change + std::max(index, want) - std::min(index, want);
}

std::size_t changes_in(std::uint64_t cost) { return cost / one_change; }

// The number of changes to search with after `most`: each search costs several times as much as the
// one before until it covers the graph, so little is lost on searches that find nothing.
std::size_t widened(std::size_t most, std::size_t limit) {
  return std::min(std::max<std::size_t>(2 * most, 1), limit);
}

}  // namespace

struct NearAssignments::Target {
  std::size_t position;  // index among the requested changes
  Change change;
  Path path;
};

NearAssignments::NearAssignments(const AssignmentGraph& graph)
    : graph_(graph), occurs_(graph.layers().size()), reached_(graph.layers().size() + 1) {
  std::size_t widest = 1;
  for (const auto& layer : graph.layers()) {
    widest = std::max(widest, layer.counts.size());
    auto& occurs = occurs_[layer.variable];
    for (const Edge& edge : layer.edges) {
      if (edge.index >= occurs.size()) occurs.resize(edge.index + std::size_t{1}, false);
      occurs[edge.index] = true;
    }
  }
  state_of_.assign(widest, none);
}

std::span<const NearAssignments::Transition> NearAssignments::Reached::of(std::size_t state) const {
  const std::size_t end = state + 1 < states.size() ? states[state + 1].first : transitions.size();
  return std::span(transitions).subspan(states[state].first, end - states[state].first);
}

std::optional<std::vector<std::uint32_t>> NearAssignments::nearest(
    std::span<const std::uint32_t> wanted, const std::vector<bool>& fixed) {
  if (graph_.size() == 0) return std::nullopt;
  for (std::size_t most = 0;; most = widened(most, wanted.size())) {
    if (reach(wanted, fixed, most)) {
      look_back(wanted);
      const State& root = reached_.front().states.front();
      if (changes_in(root.after) <= most) return assignment({root.after, 0, 0, root.best});
    }
    if (most == wanted.size()) return std::nullopt;
  }
}

std::vector<std::vector<std::uint32_t>> NearAssignments::nearest_with(
    std::span<const std::uint32_t> start, std::span<const Change> changes,
    std::size_t most_changes) {
  std::vector<Target> open;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const auto& occurs = occurs_[changes[k].variable];
    if (changes[k].index < occurs.size() && occurs[changes[k].index]) {
      open.push_back({k, changes[k], {never_assigned}});
    }
  }
  const std::vector<bool> free(start.size(), false);
  const std::size_t limit = std::min(most_changes, start.size());
  std::vector<std::vector<std::uint32_t>> found(changes.size());
  for (std::size_t most = 0; most < limit && !open.empty();) {
    most = widened(most, limit);
    if (!reach(start, free, most)) continue;
    look_back(start);
    improve(start, open);
    std::erase_if(open, [&](Target& target) {
      const bool proven = changes_in(target.path.cost) <= most;
      if (proven) found[target.position] = assignment(target.path);
      target.path.cost = never_assigned;
      return proven;
    });
  }
  std::erase_if(found, [](const auto& answer) { return answer.empty(); });
  return found;
}

// Collects all paths with at most `most_changes` changes, and with them some paths with more
// changes that consist of pieces of the former. Returns whether any path leads to the end.
bool NearAssignments::reach(std::span<const std::uint32_t> wanted, const std::vector<bool>& fixed,
                            std::size_t most_changes) {
  const auto& layers = graph_.layers();
  for (auto& reached : reached_) {
    reached.states.clear();
    reached.transitions.clear();
  }
  reached_.front().states.push_back(State{});
  for (std::size_t k = 0; k < layers.size(); ++k) {
    auto& reached = reached_[k];
    const std::size_t variable = layers[k].variable;
    for (std::uint32_t s = 0; s < reached.states.size(); ++s) {
      State& state = reached.states[s];
      state.first = static_cast<std::uint32_t>(reached.transitions.size());
      reach_from(k, s, wanted[variable],
                 !fixed[variable] && changes_in(state.before) < most_changes);
    }
    for (const State& state : reached_[k + 1].states) state_of_[state.node] = none;
  }
  return !reached_.back().states.empty();
}

void NearAssignments::reach_from(std::size_t layer, std::uint32_t state, std::uint32_t want,
                                 bool may_change) {
  const auto& from = graph_.layers()[layer];
  auto& next = reached_[layer + 1].states;
  const std::uint32_t node = reached_[layer].states[state].node;
  const Cost before = reached_[layer].states[state].before;
  const Edge* edge = from.edges.data() + from.begin[node];
  const Edge* end = from.edges.data() + from.begin[node + std::size_t{1}];
  if (!may_change) {
    edge = std::lower_bound(edge, end, want,
                            [](const Edge& e, std::uint32_t index) { return e.index < index; });
    if (edge != end) end = edge->index == want ? edge + 1 : edge;
  }
  for (; edge != end; ++edge) {
    const Cost cost = before + cost_of(edge->index, want);
    std::uint32_t& child = state_of_[edge->node];
    if (child == none) {
      child = static_cast<std::uint32_t>(next.size());
      next.push_back({edge->node, state, edge->index, 0, 0, cost});
    } else if (cost < next[child].before) {
      next[child].parent = state;
      next[child].index = edge->index;
      next[child].before = cost;
    }
    reached_[layer].transitions.push_back({edge->index, child});
  }
}

// Finds the nearest path to the end from every state reached; among equally near ones, the path
// with the lower index first.
void NearAssignments::look_back(std::span<const std::uint32_t> wanted) {
  for (std::size_t k = graph_.layers().size(); k-- > 0;) {
    auto& reached = reached_[k];
    const auto& next = reached_[k + 1].states;
    const std::uint32_t want = wanted[graph_.layers()[k].variable];
    for (std::size_t s = 0; s < reached.states.size(); ++s) {
      State& state = reached.states[s];
      state.after = never_assigned;
      for (const Transition& transition : reached.of(s)) {
        const Cost after = cost_of(transition.index, want) + next[transition.child].after;
        if (after >= state.after) continue;
        state.after = after;
        state.best = static_cast<std::uint32_t>(&transition - reached.transitions.data());
      }
    }
  }
}

// Finds the nearest path with each target's change: it takes some transition of that variable to
// that index, and the nearest paths to and from the ends of each transition are known.
void NearAssignments::improve(std::span<const std::uint32_t> wanted,
                              std::vector<Target>& targets) const {
  std::vector<Target*> by_index;
  for (std::size_t k = 0; k < graph_.layers().size(); ++k) {
    const std::size_t variable = graph_.layers()[k].variable;
    by_index.assign(occurs_[variable].size(), nullptr);
    bool any = false;
    for (auto& target : targets) {
      if (target.change.variable != variable) continue;
      by_index[target.change.index] = &target;
      any = true;
    }
    if (!any) continue;
    const auto& reached = reached_[k];
    for (std::uint32_t s = 0; s < reached.states.size(); ++s) {
      for (const Transition& transition : reached.of(s)) {
        Target* const target = by_index[transition.index];
        if (target == nullptr) continue;
        const Cost cost = reached.states[s].before + cost_of(transition.index, wanted[variable]) +
                          reached_[k + 1].states[transition.child].after;
        if (cost >= target->path.cost) continue;
        target->path = {cost, k, s,
                        static_cast<std::uint32_t>(&transition - reached.transitions.data())};
      }
    }
  }
}

std::vector<std::uint32_t> NearAssignments::assignment(const Path& path) const {
  const auto& layers = graph_.layers();
  std::vector<std::uint32_t> result(layers.size());
  std::uint32_t state = path.state;
  for (std::size_t k = path.layer; k > 0; --k) {
    const State& at = reached_[k].states[state];
    result[layers[k - 1].variable] = at.index;
    state = at.parent;
  }
  std::uint32_t step = path.transition;
  for (std::size_t k = path.layer; k < layers.size(); ++k) {
    const Transition& transition = reached_[k].transitions[step];
    result[layers[k].variable] = transition.index;
    step = reached_[k + 1].states[transition.child].best;
  }
  return result;
}

}  // namespace assay
