// Trees in the making, as threads share them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
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

// Neighbours among a tree's samples that are to become a subtree.
struct TreePart {
  std::size_t begin;
  std::size_t end;
  std::uint32_t depth;
  std::uint64_t key;
  std::int32_t node;  // of the fragment
};

// What one thread grew in one go. The root of its part is node 0.
struct Fragment {
  std::vector<LooseNode> nodes;
  std::vector<std::pair<std::int32_t, const Fragment*>> lefts;  // children that others grew
  std::vector<std::pair<std::int32_t, const Fragment*>> rights;
  std::int32_t base = 0;  // where it begins in the whole
};

// One tree: its samples, and fragments that several threads add.
class GrowingTree {
 public:
  GrowingTree(const TrainingData& data, const Settings& settings, std::uint32_t number)
      : number_(number) {
    std::vector<std::uint32_t> times(data.samples);
    draw_bootstrap(settings, number, times);
    for (std::uint32_t sample = 0; sample < data.samples; ++sample) {
      for (std::uint32_t left = times[sample]; left > 0;) {
        const auto draws = static_cast<std::uint16_t>(std::min<std::uint32_t>(left, UINT16_MAX));
        samples_.push_back({sample, static_cast<std::uint16_t>(data.labels[sample]), draws});
        left -= draws;
      }
    }
  }

  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] std::size_t size() const { return samples_.size(); }
  [[nodiscard]] std::span<Drawn> samples(const TreePart& part) {
    return std::span(samples_).subspan(part.begin, part.end - part.begin);
  }
  // Stays where it is.
  Fragment& add_fragment() {
    const std::scoped_lock lock(mutex_);
    return fragments_.emplace_back();
  }
  // When all fragments are complete. The first one holds the root.
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
      for (const auto& [node, child] : fragment.lefts) {
        nodes[static_cast<std::size_t>(fragment.base + node)].left = child->base;
      }
      for (const auto& [node, child] : fragment.rights) {
        nodes[static_cast<std::size_t>(fragment.base + node)].right = child->base;
      }
    }
    return canonical(nodes, 0);
  }

 private:
  std::uint32_t number_;
  std::vector<Drawn> samples_;
  std::mutex mutex_;
  std::deque<Fragment> fragments_;
};

}  // namespace forest
