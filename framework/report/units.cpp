#include "framework/report/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace assay {
namespace {

struct Unit {
  const char* name;
  double seconds;
};

constexpr std::array<Unit, 4> units = {{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};

// Fixed notation with that many significant digits (more for what has more digits before the
// point: 12345 stays 12345).
std::string significant(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) {
    return fmt::format("{:g}", value);
  }
  // Rounding may carry into another digit (9.9996 becomes 10.00), so round before counting.
  const double rounded = std::stod(fmt::format("{:.{}e}", value, digits - 1));
  const int before_point = static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1;
  return fmt::format("{:.{}f}", rounded, std::max(0, digits - before_point));
}

// The largest unit of which the value, rounded to four digits, is at least one.
const Unit& unit_of(double seconds) {
  const Unit* chosen = &units.front();
  for (const Unit& unit : units) {
    if (std::abs(seconds) / unit.seconds >= 0.99995) {
      chosen = &unit;
    }
  }
  return *chosen;
}

}  // namespace

std::string format_seconds(double seconds) {
  if (std::isinf(seconds)) {
    return "unbounded";
  }
  const Unit& unit = unit_of(seconds);
  return fmt::format("{} {}", significant(seconds / unit.seconds, 4), unit.name);
}

std::string format_bounds(const Interval& seconds) {
  if (!std::isfinite(seconds.upper)) {
    return "[too few samples]";
  }
  const double unit = unit_of(seconds.median).seconds;
  return fmt::format("[{}, {}]", significant(seconds.lower / unit, 4),
                     significant(seconds.upper / unit, 4));
}

std::string format_number(double value) {
  const bool whole = std::abs(value) < 1e15 && value == std::floor(value);
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

std::string format_ratio(double ratio) { return fmt::format("{}x", significant(ratio, 3)); }

std::string format_ratio(const Interval& ratio) {
  if (!std::isfinite(ratio.upper)) {
    return fmt::format("{} [too few samples]", format_ratio(ratio.median));
  }
  return fmt::format("{} [{}, {}]", format_ratio(ratio.median), significant(ratio.lower, 3),
                     significant(ratio.upper, 3));
}

std::string format_share(double share) {
  const double percent = share * 100;
  return percent < 9.95 ? fmt::format("{:.1f}%", percent) : fmt::format("{:.0f}%", percent);
}

}  // namespace assay
