// Trees in the making, as threads share them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "forest/library/canonical.hpp"
#include "forest/library/draws.hpp"
#include "forest/library/inputs.hpp"

namespace forest {

// A sample that was drawn for a tree, as often as it says. One drawn more often than 65,535 times
// stands there several times.
struct Drawn {
  std::uint32_t sample;
  std::uint16_t label;
  std::uint16_t draws;
};

// Those of a tree, in the samples' order.
inline std::vector<Drawn> drawn_samples(const TrainingData& data, const Settings& settings,
                                        std::uint32_t tree) {
  std::vector<std::uint32_t> times(data.samples);
  draw_bootstrap(settings, tree, times);
  std::vector<Drawn> drawn;
  for (std::uint32_t sample = 0; sample < data.samples; ++sample) {
    for (std::uint32_t left = times[sample]; left > 0;) {
      const auto draws = static_cast<std::uint16_t>(std::min<std::uint32_t>(left, UINT16_MAX));
      drawn.push_back({sample, static_cast<std::uint16_t>(data.labels[sample]), draws});
      left -= draws;
    }
  }
  return drawn;
}

// Neighbours among a tree's samples that are to become a subtree.
struct TreePart {
  std::size_t begin;
  std::size_t end;
  std::uint32_t depth;
  std::uint64_t key;
  std::int32_t node;  // of the fragment

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// What one thread grew in one go. The root of its part is node 0.
struct Fragment {
  std::vector<LooseNode> nodes;
  std::vector<std::pair<std::int32_t, const Fragment*>> lefts;  // children that others grew
  std::vector<std::pair<std::int32_t, const Fragment*>> rights;
  std::int32_t base = 0;  // where it begins in the whole
};

// The fragments of a tree, which several threads add.
class FragmentedTree {
 public:
  // The first one is the root's. Stays where it is.
  Fragment& add() {
    const std::scoped_lock lock(mutex_);
    return fragments_.emplace_back();
  }
  // When all of them are complete.
  Tree finish() {
    std::vector<LooseNode> nodes;
    for (Fragment& fragment : fragments_) {
      fragment.base = static_cast<std::int32_t>(nodes.size());
      for (LooseNode node : fragment.nodes) {
        if (node.attribute >= 0) {
          node.left += fragment.base;
          node.right += fragment.base;
        }
        nodes.push_back(node);
      }
    }
    for (const Fragment& fragment : fragments_) {
      const auto place = [&](std::int32_t node) -> LooseNode& {
        const std::int32_t at = fragment.base + node;
        return nodes[static_cast<std::size_t>(at)];
      };
      for (const auto& [node, child] : fragment.lefts) place(node).left = child->base;
      for (const auto& [node, child] : fragment.rights) place(node).right = child->base;
    }
    return canonical(nodes, 0);
  }

 private:
  std::mutex mutex_;
  std::deque<Fragment> fragments_;
};

}  // namespace forest
