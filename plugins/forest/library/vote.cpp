#include "forest/library/vote.hpp"

#include <algorithm>

namespace forest {

std::vector<std::int32_t> majority_labels(const ForestView& forest, std::span<const float> values,
                                          std::size_t samples, std::size_t labels) {
  std::vector<std::int32_t> majority(samples);
#pragma omp parallel
  {
    std::vector<std::uint32_t> votes(labels);
#pragma omp for schedule(static)
    for (std::size_t sample = 0; sample < samples; ++sample) {
      std::ranges::fill(votes, 0);
      const auto value = [&](std::size_t attribute) {
        return values[attribute * samples + sample];
      };
      for (std::size_t tree = 0; tree < forest.trees(); ++tree) {
        ++votes[static_cast<std::size_t>(forest.label_of(tree, value))];
      }
      majority[sample] = static_cast<std::int32_t>(std::ranges::max_element(votes) - votes.begin());
    }
  }
  return majority;
}

double accuracy(std::span<const std::int32_t> found, std::span<const std::int32_t> right) {
  std::size_t same = 0;
  for (std::size_t k = 0; k < right.size(); ++k) same += found[k] == right[k] ? 1 : 0;
  return right.empty() ? 1 : static_cast<double>(same) / static_cast<double>(right.size());
}

}  // namespace forest
