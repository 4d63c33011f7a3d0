#pragma once

#include <optional>
#include <vector>

#include "framework/compare/winner.hpp"
#include "framework/core/catalog.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay::command {

// The names of the winner's formulas: its configuration and the instance's arguments. Inactive
// parameters, which a configuration lacks, have their defaults.
[[nodiscard]] FormulaNames names_of(const Winner& winner, const KernelDescription& kernel);

// What the winner was compiled and launched with, if it is a kernel in a file: from the last of the
// recorded scenarios that have the kernel. Prints a note if its sizes cannot be told without the
// device.
[[nodiscard]] std::optional<WinnerKernel> winner_kernel(const std::vector<Scenario>& recorded,
                                                        const Winner& winner,
                                                        const VariantDescription& variant);

}  // namespace assay::command
