// The options that choose what is compared, common to several commands.
#pragma once

#include <cstdint>
#include <string>

#include "framework/compare/comparison.hpp"
#include "framework/scenario/scenario.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

struct ComparisonFlags {
  StoreFlag store;
  CompareOptions chosen;
  std::string scenario;  // --scenario; "": any
  std::int64_t run = 0;  // --run; 0: any

  void add_to(const Subcommand& command);
  // Returns the choice, completed by add_recorded.
  [[nodiscard]] CompareOptions options(const Store& opened) const;
};

// Returns how a scenario has its instances ranked.
[[nodiscard]] RankingSpec ranking_of(const Scenario& scenario);

// Adds what the scenarios recorded in the store, as far as the options select them, declare about
// their instances: references, margins, published figures, derived quantities and Pareto fronts. A
// scenario that this version cannot read, because a newer assay wrote it, is left out with a
// message; the comparison goes on.
void add_recorded(const Store& store, CompareOptions& options);

}  // namespace assay::command
