// Expressions of a scenario with their places. Internal to the scenario.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// A text, or a number as its text, with its place. Throws usage Error for anything else.
[[nodiscard]] PlacedText placed_text(const toml::node& node, const std::string& name);

// One or several of them; empty if the key is absent.
[[nodiscard]] std::vector<PlacedText> placed_texts(const TomlTable& reader, std::string_view key);

// Throws usage Error with place and caret for an expression that is no good. With `names` null, any
// name is let through.
void require_expression(const PlacedText& formula, const std::vector<std::string>* names);

// True for what the preprocessor takes as a name.
[[nodiscard]] bool is_identifier(std::string_view text);

}  // namespace assay
