// Part of a scenario, for a first look or for one device: fewer variants, instances, trials.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/value.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay {

struct Narrowing {
  std::vector<std::string> variants;    // none: all of the scenario's
  Bindings where;                       // instances with one of the values of each argument named
  std::optional<std::uint64_t> trials;  // in place of the scenario's budgets
  std::optional<double> search_seconds;
  std::optional<double> seconds;  // of the whole tune
};

// What a scenario says of variants for problems of which no instance is left goes with them. Throws
// usage Error for a variant or argument that the scenario does not name, or where no instance or no
// variant is left.
[[nodiscard]] Scenario narrow(Scenario scenario, const Narrowing& narrowing);

}  // namespace assay
