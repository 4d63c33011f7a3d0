#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/random.hpp"

namespace assay {

// Draws which build goes first in each pair of a block: true for the baseline. Each build goes
// first in half of the pairs, in random order; the odd pair out is drawn. Any order is as likely as
// the one with all sides exchanged, so a block's effect is symmetric about 0 if the builds do not
// differ. The order is balanced, because a disturbance of every other run then cancels within a
// block, whereas a coin for each pair would leave its sum to chance.
[[nodiscard]] std::vector<bool> random_pair_order(std::size_t pairs, Random& random);

}  // namespace assay
