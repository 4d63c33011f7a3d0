// The samples of trees in the making, as threads share them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  std::int32_t node;  // its place among the nodes of whoever grows it

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

}  // namespace forest
