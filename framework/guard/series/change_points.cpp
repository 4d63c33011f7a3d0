#include "framework/guard/series/change_points.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/guard/series/energy_split.hpp"
#include "framework/guard/series/spikes.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

void require_series(std::span<const double> series, const ChangePointSettings& settings) {
  // The number of permutations grows with the inverse of the level, so a small level is expensive.
  if (!(settings.alpha >= 0.001 && settings.alpha < 1)) {
    throw usage_error("a level of {}: it must lie between 0.001 and 1", settings.alpha);
  }
  if (settings.least_part < 2 || settings.window < 2 * settings.least_part) {
    throw usage_error(
        "parts of {} values in windows of {}: a part needs 2 or more, and a window room for two "
        "parts",
        settings.least_part, settings.window);
  }
  if (series.size() < 2 * settings.least_part) {
    throw environment_error(
        "a series of {} values is too short for change points: they need {}, {} on each side",
        series.size(), 2 * settings.least_part, settings.least_part);
  }
  inference::require_finite(series, "value");
}

// The search in a series from which lone spikes are removed.
class Search {
 public:
  Search(std::span<const double> series, const ChangePointSettings& settings)
      : series_(without_lone_spikes(series)), settings_(settings), random_(settings.seed) {
    const std::size_t step = settings.window / 2;
    const std::size_t rest = series.size() - std::min(series.size(), settings.window);
    const std::size_t windows = 1 + (rest + step - 1) / step;
    level_ = settings.alpha / static_cast<double>(windows);
  }

  // The changes found, in order, going from one window to the next.
  std::vector<std::size_t> candidates() {
    std::vector<std::size_t> found;
    std::size_t begin = 0;
    while (true) {
      const std::size_t end = std::min(begin + settings_.window, series_.size());
      if (const auto change = first_change(begin, end)) {
        found.push_back(begin = change->split.index);
      } else if (end < series_.size()) {
        begin += settings_.window / 2;
      } else {
        return found;
      }
    }
  }

  // Tests a change again among its neighbours, with at most half a window on each side. Nothing if
  // it does not hold there.
  std::optional<TestedSplit> placed(std::size_t previous, std::size_t change, std::size_t next) {
    const std::size_t half = settings_.window / 2;
    const std::size_t begin = std::max(previous, change - std::min(change, half));
    return split(begin, std::min(next, change + half));
  }

 private:
  // The earliest change within a part, found by splitting it and then the part before the split.
  std::optional<TestedSplit> first_change(std::size_t begin, std::size_t end) {
    const auto change = split(begin, end);
    if (!change) return std::nullopt;
    const auto earlier = first_change(begin, change->split.index);
    return earlier ? earlier : change;
  }

  std::optional<TestedSplit> split(std::size_t begin, std::size_t end) {
    const auto part = std::span(series_).subspan(begin, end - begin);
    auto tested = tested_split(part, settings_.least_part, level_, random_);
    if (tested) tested->split.index += begin;
    return tested;
  }

  std::vector<double> series_;
  ChangePointSettings settings_;
  Random random_;
  double level_ = 0;  // of the test in one window
};

double median_between(std::span<const double> series, std::size_t begin, std::size_t end) {
  const auto part = series.subspan(begin, end - begin);
  return inference::median_of({part.begin(), part.end()});
}

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointSettings& settings) {
  require_series(series, settings);
  Search search(series, settings);
  const auto candidates = search.candidates();
  std::vector<ChangePoint> changes;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const std::size_t previous = changes.empty() ? 0 : changes.back().index;
    const std::size_t next = c + 1 < candidates.size() ? candidates[c + 1] : series.size();
    const auto placed = search.placed(previous, candidates[c], next);
    if (placed) changes.push_back({placed->split.index, 0, 0, placed->p});
  }
  for (std::size_t c = 0; c < changes.size(); ++c) {
    const std::size_t begin = c > 0 ? changes[c - 1].index : 0;
    const std::size_t end = c + 1 < changes.size() ? changes[c + 1].index : series.size();
    changes[c].before = median_between(series, begin, changes[c].index);
    changes[c].after = median_between(series, changes[c].index, end);
  }
  return changes;
}

}  // namespace assay::guard
