#pragma once

#include <string>

namespace assay {

// Seconds since 1970 of "2026-11-22T14:10:18.134Z"; 0 for another text.
[[nodiscard]] double seconds_of_date(const std::string& text);

}  // namespace assay
