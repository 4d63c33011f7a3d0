// The options that choose what is compared, by whichever command.
#pragma once

#include <cstdint>
#include <string>

#include "framework/report/comparison.hpp"
#include "framework/scenario/scenario.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

struct ComparisonFlags {
  StoreFlag store;
  CompareOptions chosen;
  std::string scenario;  // --scenario; "": any
  std::int64_t run = 0;  // --run; 0: any

  void add_to(const Subcommand& command);
  // The choice, and what the scenarios that the store holds set beside it.
  [[nodiscard]] CompareOptions options(const Store& opened) const;
};

// How a scenario has its instances ranked.
[[nodiscard]] RankingSpec ranking_of(const Scenario& scenario);

// Adds what the scenarios that the store holds, as far as the options choose them, set beside their
// instances and count beside the objective. One that this version cannot read (a newer assay wrote
// it) costs its figures, not the comparison.
void add_recorded(const Store& store, CompareOptions& options);

}  // namespace assay::command
