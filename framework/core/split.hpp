// Splitting of texts. Unlike streams, which end early if memory is short, these functions throw
// bad_alloc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The parts of a text, each of which ends before an `at` or at the end of the text: "a//b/" at '/'
// is "a", "", "b".
[[nodiscard]] inline std::vector<std::string> split_at(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// The words of a text, separated by white space.
[[nodiscard]] inline std::vector<std::string> split_words(std::string_view text) {
  constexpr std::string_view space = " \t\n\v\f\r";
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(space); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(space, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(space, end);
  }
  return words;
}

}  // namespace assay
