// Restricts a scenario, for a first look or for one device: fewer variants, instances, trials.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/value.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay {

struct Narrowing {
  std::vector<std::string> variants;  // empty: all variants of the scenario
  Bindings where;  // keeps instances with one of the values of each argument named
  std::optional<std::uint64_t> trials;  // replaces the scenario's budget
  std::optional<double> search_seconds;
  std::optional<double> seconds;  // of the whole tune
};

// Restricts a scenario. The restrictions of variants to problems without any remaining instance are
// removed, too. Throws usage Error for a variant or argument that the scenario does not name, or if
// no instance or no variant is left.
[[nodiscard]] Scenario narrow(Scenario scenario, const Narrowing& narrowing);

}  // namespace assay
