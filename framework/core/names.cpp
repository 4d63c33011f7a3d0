#include "framework/core/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Optimal string alignment distance: Levenshtein's with swaps of neighbouring characters.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string meant = lower_case(name);
  // A third of the letters wrong is still a slip; a single letter is not taken for another.
  std::size_t best = meant.size() < 2 ? 1 : std::max<std::size_t>(1, meant.size() / 3) + 1;
  std::string nearest;
  constexpr std::size_t longest = 200;  // longer names were not typed, and are slow to compare
  for (const auto& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({meant.size(), candidate.size()});
    if (longer > longest || longer - shorter >= best)
      continue;  // the distance is at least this difference in length
    const std::size_t distance = edit_distance(meant, lower_case(candidate));
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty() || meant.size() < 3) return nearest;
  for (const auto& candidate : candidates) {
    if (lower_case(candidate).find(meant) != std::string::npos) return candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  if (candidates.empty()) return "there are none";
  return fmt::format("choose from {}", fmt::join(candidates, ", "));
}

}  // namespace assay
