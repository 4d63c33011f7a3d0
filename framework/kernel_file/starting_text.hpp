// Pieces of the text that `assay init` writes.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace assay {

// Ends the lines that are guesses.
inline constexpr const char* look = "  # <-- look";

inline std::string joined(const std::vector<std::string>& texts, const char* between) {
  return fmt::format("{}", fmt::join(texts, between));
}

// One TOML string, or an array of strings.
inline std::string one_or_more(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return fmt::format("\"{}\"", texts.front());
  return fmt::format("[\"{}\"]", joined(texts, "\", \""));
}

}  // namespace assay
