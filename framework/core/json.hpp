// Conversion of records to JSON and back. For the framework's own .cpp files only: it pulls in the
// JSON library.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The bounds of JSON that may have been written by anybody: deep nesting would overflow the stack
// of code that copies or prints it, and many empty arrays take thirty times their text in memory.
inline constexpr std::size_t deepest_json = 100;
inline constexpr std::size_t most_json_values = 20'000'000;
// Parses JSON that may have been written by anybody. Throws usage Error that names the place where
// it exceeds deepest_json levels or most_json_values values, and nlohmann::json::parse_error for
// text that is not JSON.
[[nodiscard]] nlohmann::json parse_json(std::string_view text);
// Parses like parse_json, but returns a value that is_discarded() if the text is not JSON or
// exceeds the bounds.
[[nodiscard]] nlohmann::json parse_json_or_discard(std::string_view text);
// Checks only the bounds of parse_json, for JSON that is parsed by other means, such as one that
// keeps the order of members. Throws usage Error as parse_json does.
void require_bounded_json(std::string_view text);

// JSON knows no NaN and no infinity; they travel as the texts "nan", "inf", "-inf".
[[nodiscard]] nlohmann::json real_to_json(double value);
[[nodiscard]] double real_from_json(const nlohmann::json& json);

// Reads an integer. Throws internal Error for a fraction or a value beyond 64 bits, which a plain
// conversion would accept.
[[nodiscard]] std::int64_t integer_from_json(const nlohmann::json& json);

// Runs `body`, which reads `what` out of JSON, and reports JSON of another shape as internal Error:
// its writer speaks another protocol.
template <class Body>
auto read_json(const char* what, Body&& body) {
  try {
    return body();
  } catch (const nlohmann::json::exception& error) {
    throw internal_error("this JSON is not a {}: {}", what, error.what());
  }
}

}  // namespace assay
