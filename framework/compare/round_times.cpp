#include "framework/compare/round_times.hpp"

#include <algorithm>
#include <map>

#include "framework/core/date.hpp"

namespace assay {
std::optional<double> seconds_of_a_heat(const std::vector<const StoredTrial*>& finals) {
  std::map<std::int64_t, std::vector<double>> runs;
  for (const StoredTrial* trial : finals) {
    runs[trial->run].push_back(seconds_of_date(trial->recorded));
  }
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const auto& times = run->second;
    if (times.size() < 2) continue;
    const auto [first, last] = std::ranges::minmax(times);
    return (last - first) / static_cast<double>(times.size() - 1);
  }
  return std::nullopt;
}

}  // namespace assay
