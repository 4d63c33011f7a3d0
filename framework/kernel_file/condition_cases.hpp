// Which values of its constants the preprocessor lines of a source tell apart.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "framework/kernel_file/source_tokens.hpp"

namespace assay {

// The constants that #if and #elif test, each with the values that they tell apart, ascending:
// those that it is compared with by == or !=, 0 and 1 if it is tested as true or false, and 0
// beside 1, 2, ... if no chain of #if and #elif tells these apart. A macro that stands for another
// word counts as that word. No values if conditions also use the constant in another way, and if
// one comparison does not tell what other values there are.
[[nodiscard]] std::map<std::string, std::vector<std::int64_t>> condition_cases(
    std::span<const SourceDirective> directives);

}  // namespace assay
