#include "framework/tune/ordered_strategy.hpp"
#include "framework/tune/permutation.hpp"

namespace assay {

// Uniformly without replacement: a permutation needs no list of what is left, however large the
// space.
std::unique_ptr<Strategy> make_random(const SearchSpace& space, std::uint64_t seed) {
  return std::make_unique<OrderedStrategy>(space, Permutation(space.size(), seed));
}

}  // namespace assay
