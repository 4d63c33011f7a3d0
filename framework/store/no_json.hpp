#pragma once

#include <string>
#include <string_view>

namespace assay {

// What a file that should be JSON is instead, as far as can be told, and the cure: "is empty; fetch
// or write it again". "" if nothing gives it away.
[[nodiscard]] std::string what_is_no_json(std::string_view text);

}  // namespace assay
