// Reading the JSON of other tools. Internal to the store: it pulls in the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "framework/core/error.hpp"

namespace assay {

using ForeignJson = nlohmann::ordered_json;  // members stay in the order of the file

// The whole document. Throws environment Error that begins with `place` and names line, column and
// byte of what is cut off, no JSON, or a NaN or an infinity, which JSON has no word for.
[[nodiscard]] ForeignJson parse_foreign_json(const std::string& text, const std::string& place);

// The document with null where it has one of the words for NaN and infinity, with or without a
// sign. Nothing if it is no JSON even then.
[[nodiscard]] std::optional<ForeignJson> parse_with_nulls(const std::string& text);

// The member of an object, or nullptr for none and for null.
[[nodiscard]] const ForeignJson* member(const ForeignJson& object, const char* key);

// The text of a member, or "" where that is none.
[[nodiscard]] std::string text_member(const ForeignJson& object, const char* key);

// "stencil" of "/data/stencil.exe".
[[nodiscard]] std::string program_name(const std::string& path);

}  // namespace assay
