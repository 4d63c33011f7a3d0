// Samples held out from training, to judge the trained forest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "forest/problem/dataset.hpp"

namespace forest {

// Which samples are held out: the `last` ones, `every` 1/share-th, or by a `hashed` number of each.
struct HeldOut {
  std::string which;
  double share = 0;  // share of all samples, from 0 to below 1
  std::uint32_t seed = 0;
};

// Returns for each of so many samples whether it is held out. At least one sample is not.
std::vector<bool> choose_held_out(std::uint32_t samples, const HeldOut& wanted);

// Moves the chosen samples out of `data` and returns them; both sets keep their order and all
// names.
Dataset take_out(Dataset& data, const std::vector<bool>& chosen);

}  // namespace forest
