#pragma once

#include <string>

#include "framework/compare/winner.hpp"
#include "framework/core/catalog.hpp"
#include "framework/standalone/program.hpp"

namespace assay::command {

// The program that launches the winner, a kernel of the scenario in `file`, whose sources it reads.
// Where a command prints the source, it is run for the winner's configuration, once the user has
// agreed to it, now with `trust` (--trust) or earlier. Throws usage Error if the winner is no
// kernel of the scenario, if the scenario has changed since it was measured, or if nobody has
// agreed, environment Error if the command fails, and what make_program throws.
[[nodiscard]] standalone::Program winner_program(const std::string& file, const Winner& winner,
                                                 const VariantDescription& variant, bool trust);

}  // namespace assay::command
