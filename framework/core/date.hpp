#pragma once

#include <string>

namespace assay {

// The seconds since 1970 of a date such as "2026-11-22T14:10:18.134Z"; 0 for a text of another
// form.
[[nodiscard]] double seconds_of_date(const std::string& text);

}  // namespace assay
