// The samples of growing trees, as threads share them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "forest/library/draws.hpp"
#include "forest/library/inputs.hpp"

namespace forest {

// A sample that was drawn `draws` times for a tree. One drawn more often than 65,535 times has
// several entries.
struct Drawn {
  std::uint32_t sample;
  std::uint16_t label;
  std::uint16_t draws;
};

// Returns the drawn samples of a tree, in the samples' order.
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

// A range of a tree's samples that is to become a subtree.
struct TreePart {
  std::size_t begin;
  std::size_t end;
  std::uint32_t depth;
  std::uint64_t key;
  std::int32_t node;  // its index among the nodes of its grower

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

}  // namespace forest
