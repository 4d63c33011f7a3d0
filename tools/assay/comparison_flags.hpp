// The options that choose what is compared, common to several commands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  // Returns the choice, completed by what recorded scenarios declare.
  [[nodiscard]] CompareOptions options(const Store& opened) const;
};

// Returns how a scenario has its instances ranked.
[[nodiscard]] RankingSpec ranking_of(const Scenario& scenario);

// The scenarios recorded in the store, as far as the options select them, by their names. One that
// this version cannot read, because a newer assay wrote it, is left out with a message.
[[nodiscard]] std::vector<Scenario> recorded_scenarios(const Store& store,
                                                       const CompareOptions& options);

// Adds what scenarios declare about their instances: references, margins, published figures,
// derived quantities and Pareto fronts.
void add_declared(const std::vector<Scenario>& scenarios, CompareOptions& options);

}  // namespace assay::command
