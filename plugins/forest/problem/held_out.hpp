// Samples kept from the training, for judging what was learnt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "forest/problem/dataset.hpp"

namespace forest {

// Which samples: the `last` ones, `every` 1/share-th, or by a `hashed` number of each.
struct HeldOut {
  std::string which;
  double share = 0;  // of all samples, 0 to below 1
  std::uint32_t seed = 0;
};

// Whether each of so many samples is held out. One at least stays.
std::vector<bool> choose_held_out(std::uint32_t samples, const HeldOut& wanted);

// Moves the chosen samples out of `data` and returns them; both keep their order and all names.
Dataset take_out(Dataset& data, const std::vector<bool>& chosen);

}  // namespace forest
