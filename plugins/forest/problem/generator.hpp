// Data whose attributes tell as much about the labels as one asks: the paper's section 4.8.1.
#pragma once

#include <cstdint>

#include "forest/problem/dataset.hpp"

namespace forest {

struct Generation {
  std::uint32_t samples = 0;
  std::uint32_t attributes = 0;
  std::uint32_t labels = 0;   // at most as many as samples; each gets one at least
  double label_spread = 0;    // standard deviation of the labels' shares, relative to their mean
  double quality = 0;         // mean of the attributes' quality, 0 to 1
  double quality_spread = 0;  // its standard deviation; qualities are kept within 0 to 1
  std::uint32_t seed = 0;
};

// An attribute puts the labels one after the other, in an order of its own. A sample stays in its
// place with the attribute's quality for a chance; the others change places at random. Values then
// rise, or fall, from place to place, from -2^20 to 2^20. So of quality 0 an attribute knows
// nothing, and of quality 1 it separates all labels.
//
// Samples come in random order, and are the same on every machine.
Dataset generate(const Generation& wanted);

}  // namespace forest
