#pragma once

#include <string>

#include "framework/compare/winner.hpp"
#include "framework/core/catalog.hpp"
#include "framework/standalone/program.hpp"

namespace assay::command {

// The program that launches the winner, a kernel of the scenario in `file`, whose sources it reads.
// Throws usage Error if the winner is no kernel of the scenario, or if the scenario has changed
// since it was measured, and what make_program throws.
[[nodiscard]] standalone::Program winner_program(const std::string& file, const Winner& winner,
                                                 const VariantDescription& variant);

}  // namespace assay::command
