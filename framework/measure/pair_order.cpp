#include "framework/measure/pair_order.hpp"

namespace assay {

std::vector<bool> random_pair_order(std::size_t pairs, Random& random) {
  std::vector<bool> baseline_first(pairs);
  const std::size_t half = pairs / 2 + (pairs % 2 == 1 && random.chance(0.5) ? 1 : 0);
  for (std::size_t pair = 0; pair < half; ++pair) baseline_first[pair] = true;
  for (std::size_t k = pairs; k > 1; --k) {
    const std::size_t other = random.below(k);
    const bool first = baseline_first[k - 1];
    baseline_first[k - 1] = baseline_first[other];
    baseline_first[other] = first;
  }
  return baseline_first;
}

}  // namespace assay
