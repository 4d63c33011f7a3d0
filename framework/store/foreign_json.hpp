// Reading the JSON of other tools. Internal to the store: it pulls in the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "framework/core/error.hpp"

namespace assay {

using ForeignJson = nlohmann::ordered_json;  // members stay in the order of the file

// The whole document, with null where it has a word for what is no finite number: NaN, -inf,
// Infinity, -nan(ind), 1.#INF, 1e999. Programs write them for counters without a value, though JSON
// has none; who needs the number finds null. Throws environment Error that begins with `place` and
// says what is wrong and where (line, column and byte of what is cut off or no JSON), for a text
// beyond the bounds of parse_json() as well.
[[nodiscard]] ForeignJson parse_foreign_json(const std::string& text, const std::string& place);

// The member of an object, or nullptr for none and for null.
[[nodiscard]] const ForeignJson* member(const ForeignJson& object, const char* key);

// The text of a member, or "" where that is none.
[[nodiscard]] std::string text_member(const ForeignJson& object, const char* key);

// "stencil" of "/data/stencil.exe".
[[nodiscard]] std::string program_name(const std::string& path);

}  // namespace assay
