#pragma once

#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay {

// A scenario to begin with, written from a kernel's source.
struct StartingScenario {
  std::string text;  // TOML, commented
  std::string function;
  std::vector<std::string> notes;  // what was guessed or could not be understood, a line each
};

// `source_name` is how the scenario names the source. `function` may be "" where there is one
// kernel. Throws usage Error where there is no such kernel, none at all, or several.
[[nodiscard]] StartingScenario starting_scenario(const std::string& source_text,
                                                 const std::string& source_name,
                                                 const std::string& function,
                                                 assay_backend backend);

}  // namespace assay
