// Generated data whose attributes reveal a chosen amount about the labels: the paper's section
// 4.8.1.
#pragma once

#include <cstdint>

#include "forest/problem/dataset.hpp"

namespace forest {

struct Generation {
  std::uint32_t samples = 0;
  std::uint32_t attributes = 0;
  std::uint32_t labels = 0;   // at most as many as samples; each label has at least one
  double label_spread = 0;    // standard deviation of the labels' shares, relative to their mean
  double quality = 0;         // mean of the attributes' quality, 0 to 1
  double quality_spread = 0;  // standard deviation of the quality, which is clamped to 0 to 1
  std::uint32_t seed = 0;
};

// Generates data. An attribute arranges the labels one after another, in an order of its own. A
// sample stays in its place with a probability of the attribute's quality; all others change places
// at random. Values then rise, or fall, from place to place, within -2^20 to 2^20. An attribute of
// quality 0 thus reveals nothing, and one of quality 1 separates all labels.
//
// Samples come in random order, and are identical on every machine.
Dataset generate(const Generation& wanted);

}  // namespace forest
