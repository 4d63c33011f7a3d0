// The options that choose what is compared, common to several commands.
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
  // Returns the choice, with the comparison values that the store's scenarios declare.
  [[nodiscard]] CompareOptions options(const Store& opened) const;
};

// Returns how a scenario has its instances ranked.
[[nodiscard]] RankingSpec ranking_of(const Scenario& scenario);

// Adds the values that the store's scenarios, as far as the options select them, declare for
// comparison with their instances and in addition to the objective. A scenario that this version
// cannot read, because a newer assay wrote it, only loses its values; the comparison goes on.
void add_recorded(const Store& store, CompareOptions& options);

}  // namespace assay::command
