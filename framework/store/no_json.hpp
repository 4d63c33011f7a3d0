#pragma once

#include <string>
#include <string_view>

namespace assay {

// What a file that was to be JSON is instead, as far as it can be told, and the cure: "is empty;
// fetch or write it again". "" where nothing tells.
[[nodiscard]] std::string what_is_no_json(std::string_view text);

}  // namespace assay
