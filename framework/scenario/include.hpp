#pragma once

#include <filesystem>
#include <string>

#include <toml++/toml.h>

namespace assay {

// A parsed scenario text. The contents of the files that its `include` names (one or several,
// relative to the scenario's folder; they may not include others) are added to it: their [[tables]]
// follow its own, and they provide the keys that it lacks. Parsing throws usage Error with the
// place of the mistake, and environment Error for a file that cannot be read.
struct ParsedScenario {
  toml::table table;
  std::string text;  // without `include`, so that its meaning does not depend on its folder
};

[[nodiscard]] ParsedScenario parse_with_includes(const std::string& text,
                                                 const std::filesystem::path& file);

// The content of a scenario's file, or of a file that it includes.
[[nodiscard]] std::string read_scenario_text(const std::filesystem::path& file);

}  // namespace assay
