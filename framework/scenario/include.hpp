#pragma once

#include <filesystem>
#include <string>

#include <toml++/toml.h>

namespace assay {

// A scenario's text, parsed. What its `include` names (a file or several, relative to the
// scenario's folder; they include no others) is added to it: their [[tables]] after its own, and
// whatever keys it lacks. Throws usage Error with the place of what is wrong, environment Error for
// a file that cannot be read.
struct ParsedScenario {
  toml::table table;
  std::string text;  // without `include`: means the same wherever it lies
};

[[nodiscard]] ParsedScenario parse_with_includes(const std::string& text,
                                                 const std::filesystem::path& file);

// The content of a scenario's file, or of one that it includes.
[[nodiscard]] std::string read_scenario_text(const std::filesystem::path& file);

}  // namespace assay
