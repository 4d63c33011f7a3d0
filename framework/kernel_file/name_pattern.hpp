// Names in sources compared with patterns. Internal to the reading of sources.
#pragma once

#include <cstddef>
#include <regex>
#include <string>

namespace assay {

// Whether the whole name is of the pattern. Names that nobody writes are of none: std::regex takes
// stack for every letter, and sources may hold words of any length.
inline bool is_called(const std::string& name, const std::regex& pattern) {
  constexpr std::size_t longest = 200;
  return name.size() <= longest && std::regex_match(name, pattern);
}

}  // namespace assay
