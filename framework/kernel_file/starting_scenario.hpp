#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// An initial scenario, generated from a kernel's source.
struct StartingScenario {
  std::string text;  // TOML, commented
  std::string function;
  std::vector<std::string> notes;  // guesses and things that were not understood, a line each
};

// Generates a scenario. `files` are the source and those that it includes, as collect_sources
// returns them, and `source_name` names the source in the scenario. `function` may be "" if
// there is only one kernel. Throws usage Error if there is no such kernel, no kernel at all, or
// several without a choice.
[[nodiscard]] StartingScenario starting_scenario(std::span<const SourceFile> files,
                                                 const std::string& source_name,
                                                 const std::string& function,
                                                 assay_backend backend);

}  // namespace assay
