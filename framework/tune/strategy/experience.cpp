#include "framework/tune/strategy/experience.hpp"

#include <algorithm>

namespace assay {
namespace {

std::vector<std::uint64_t> best_of(const EarlierSearch& search, std::size_t count) {
  auto successes = search.trials;
  std::erase_if(successes, [](const auto& trial) { return !trial.objective; });
  std::stable_sort(successes.begin(), successes.end(),
                   [](const auto& a, const auto& b) { return *a.objective < *b.objective; });
  std::vector<std::uint64_t> best;
  for (std::size_t k = 0; k < std::min(count, successes.size()); ++k) {
    best.push_back(successes[k].index);
  }
  return best;
}

}  // namespace

std::vector<std::uint64_t> recommended(const Experience& experience, std::size_t count) {
  std::vector<std::vector<std::uint64_t>> best;
  for (const auto& search : experience) best.push_back(best_of(search, count));
  std::vector<std::uint64_t> all;
  for (std::size_t place = 0; place < count; ++place) {
    for (const auto& of_one : best) {
      if (all.size() == count) return all;
      if (place >= of_one.size()) continue;
      if (std::find(all.begin(), all.end(), of_one[place]) == all.end()) {
        all.push_back(of_one[place]);
      }
    }
  }
  return all;
}

}  // namespace assay
