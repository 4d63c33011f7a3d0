// Expressions of a scenario with their places. Internal to the scenario.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads a text, or a number as its text, with its place. Throws usage Error for anything else.
[[nodiscard]] PlacedText placed_text(const toml::node& node, const std::string& name);

// Reads one or several texts of a key; empty if the key is absent.
[[nodiscard]] std::vector<PlacedText> placed_texts(const TomlTable& reader, std::string_view key);

// Reads a table of constants, `defines`: their names as written, and an expression for each.
[[nodiscard]] std::vector<std::pair<std::string, PlacedText>> read_constants(
    const toml::table& defines);

// Throws usage Error with place and caret for an invalid expression. If `names` is null, any name
// is accepted.
void require_expression(const PlacedText& formula, const std::vector<std::string>* names);

// Whether the preprocessor accepts the text as a name.
[[nodiscard]] bool is_identifier(std::string_view text);

}  // namespace assay
