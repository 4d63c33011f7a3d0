#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/replay/gap_over_time.hpp"
#include "framework/replay/replay.hpp"

namespace assay {

// A best within this factor of the optimum is a hit.
inline constexpr double hit_factor = 1.01;

// A strategy's results after a number of trials, compared with exact random search. If all trials
// so far have failed, optimum/best is 0.
struct ReplayFigures {
  std::uint64_t trials = 0;
  double optimum_over_best = 0;  // mean over the searches
  double standard_error = 0;     // of optimum_over_best
  double random = 0;             // exact optimum/best of random search
  double hits = 0;               // share of the searches within hit_factor of the optimum
  double random_hits = 0;        // exact probability that random search hits
  // (optimum_over_best - random) / (1 - random); nothing if random search leaves no gap.
  [[nodiscard]] std::optional<double> gap_closed() const;
};

// The results of one strategy on one space, or their means over several spaces.
struct StrategySummary {
  std::string strategy;
  std::vector<ReplayFigures> figures;  // one for each budget
  std::vector<double> curve;           // mean optimum/best after 1, 2, ... trials; empty for means
  // The configurations that each search tried, in order, by their positions in the space. Only if
  // they were to be kept; empty for means.
  std::vector<std::vector<std::size_t>> trials;
  std::optional<GapOverTime::Value> over_time;
  double setup_seconds = 0;     // mean over the searches
  double proposal_seconds = 0;  // mean over all trials: propose and observe
  double slowest_seconds = 0;   // the slowest trial of all
};

struct SpaceSummary {
  std::string name;
  bool whole = true;  // false: a part of a space, chosen by a search
  std::uint64_t configurations = 0;
  std::uint64_t failures = 0;
  std::uint64_t excluded = 0;
  double optimum = 0;                // seconds
  std::vector<double> random_curve;  // exact optimum/best after 1, 2, ... trials
  std::vector<StrategySummary> strategies;
};

struct ReplaySummary {
  std::uint64_t seeds = 0;
  std::vector<SpaceSummary> spaces;
  // Each strategy's means over the spaces; empty if there is only one space. The gap closed is
  // computed from the mean optimum/best, so spaces count by the gap that random search leaves in
  // them.
  std::vector<StrategySummary> means;
};

struct NamedStrategy {
  std::string name;
  StrategyMaker make;
};

struct SummaryOptions {
  std::vector<std::uint64_t> budgets = {50, 100, 200};  // numbers of trials, ascending
  std::uint64_t seeds = 50;
  bool whole_time = false;   // search beyond the largest budget, for the whole of GapOverTime
  bool keep_trials = false;  // keep what each search tried
};

// Replays strategies on spaces. Throws as replay and RandomSearch do.
[[nodiscard]] ReplaySummary summarise(const std::vector<RecordedSpace>& spaces,
                                      const std::vector<NamedStrategy>& strategies,
                                      const SummaryOptions& options);

}  // namespace assay
