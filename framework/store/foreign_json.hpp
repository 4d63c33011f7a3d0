// Reading the JSON of other tools. Internal to the store: it pulls in the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "framework/core/error.hpp"

namespace assay {

using ForeignJson = nlohmann::ordered_json;  // members stay in the order of the file

// Parses the whole document, with null in place of each word for a number that is not finite: NaN,
// -inf, Infinity, -nan(ind), 1.#INF, 1e999. Programs write such words for counters without a value,
// though JSON has none; a reader that needs the number finds null. Throws environment Error that
// begins with `place` and says what is wrong and where (line, column and byte) if the text is cut
// off or is not JSON, and also if it exceeds the bounds of parse_json().
[[nodiscard]] ForeignJson parse_foreign_json(const std::string& text, const std::string& place);

// The member of an object, or nullptr if it is missing or null.
[[nodiscard]] const ForeignJson* member(const ForeignJson& object, const char* key);

// The text of a member, or "" if the member is not a text.
[[nodiscard]] std::string text_member(const ForeignJson& object, const char* key);

// The name of a program without folder and ".exe": "stencil" for "/data/stencil.exe".
[[nodiscard]] std::string program_name(const std::string& path);

}  // namespace assay
