// Compares names in sources with patterns. Internal to the reading of sources.
#pragma once

#include <cstddef>
#include <regex>
#include <string>

namespace assay {

// Whether the whole name matches the pattern. Names longer than anyone writes never match:
// std::regex takes stack for every letter, and sources may contain words of any length.
inline bool is_called(const std::string& name, const std::regex& pattern) {
  constexpr std::size_t longest = 200;
  return name.size() <= longest && std::regex_match(name, pattern);
}

}  // namespace assay
