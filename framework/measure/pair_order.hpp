#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/random.hpp"

namespace assay {

// Which build goes first in each pair of a block: true for the baseline. Each goes first in half of
// the pairs, in random order; the odd pair out is drawn. Any order is as likely as the one with all
// sides changed, so a block's effect is symmetric about 0 where the builds do not differ. Balanced,
// because what disturbs every other run then cancels within a block, where coins for each pair
// would leave its sum to chance.
[[nodiscard]] std::vector<bool> random_pair_order(std::size_t pairs, Random& random);

}  // namespace assay
