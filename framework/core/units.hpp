// Formatting of numbers for people. Machine formats (CSV, JSON) do not use it.
#pragma once

#include <string>

#include "framework/core/interval.hpp"

namespace assay {

// "9.214 mJ": four significant digits in billionths, millionths, thousandths or whole units;
// "unbounded" for infinity. Without a unit, "", the digits alone: "0.009214".
[[nodiscard]] std::string format_value(double value, const char* unit);
[[nodiscard]] inline std::string format_seconds(double seconds) {
  return format_value(seconds, "s");
}

// "[9.190, 9.240]", the bounds in the unit that format_value chooses for the median; "[too few
// samples]" for an unbounded interval.
[[nodiscard]] std::string format_bounds(const Interval& values, const char* unit = "s");

// "5503", "0.04312", "393.976", "1.2e+30": integers whole, else six significant digits at most.
[[nodiscard]] std::string format_number(double value);

// "8.31x": three significant digits, as many as a ratio of timings deserves.
[[nodiscard]] std::string format_ratio(double ratio);

// "8.31x [8.12, 8.50]".
[[nodiscard]] std::string format_ratio(const Interval& ratio);

// "95%", "2.5%": as many significant digits as the fraction has, `most_digits` at most.
[[nodiscard]] std::string format_percent(double fraction, int most_digits = 6);

// "+2.13%" for the relative change 0.0213.
[[nodiscard]] std::string format_change(double change, int decimals);

// "34%"; below ten percent one decimal more: "3.4%".
[[nodiscard]] std::string format_share(double share);

}  // namespace assay
