// Numbers as people read them. Machine formats (CSV, JSON) do not use these.
#pragma once

#include <string>

#include "framework/core/trial.hpp"

namespace assay {

// "9.214 ms": four significant digits in ns, us, ms or s; "unbounded" for infinity.
[[nodiscard]] std::string format_seconds(double seconds);

// "[9.190, 9.240]", the bounds in the unit that format_seconds chooses for the median;
// "[too few samples]" for an unbounded interval.
[[nodiscard]] std::string format_bounds(const Interval& seconds);

// "5503", "0.04312", "393.976", "1.2e+30": integers whole, else six significant digits at most.
[[nodiscard]] std::string format_number(double value);

// "8.31x": three significant digits, as many as a ratio of timings deserves.
[[nodiscard]] std::string format_ratio(double ratio);

// "8.31x [8.12, 8.50]".
[[nodiscard]] std::string format_ratio(const Interval& ratio);

// "34%"; below ten percent one decimal more: "3.4%".
[[nodiscard]] std::string format_share(double share);

}  // namespace assay
