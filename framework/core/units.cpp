#include "framework/core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace assay {
namespace {

struct Scale {
  const char* prefix;  // prefix of the unit
  double factor;
};

constexpr std::array<Scale, 4> scales = {{{"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"", 1}}};

// The bounds beyond which fixed notation would show mostly zeros.
constexpr double least_fixed = 1e-6;
constexpr double most_fixed = 1e15;

// The value in fixed notation with that many significant digits (more if it has more digits before
// the point: 12345 stays 12345), or with an exponent if it is very small or very large.
std::string significant(double value, int digits) {
  const double size = std::abs(value);
  if (value == 0 || !std::isfinite(value)) {
    return fmt::format("{:g}", value);
  }
  std::string text = fmt::format("{:.{}e}", value, digits - 1);
  if (size < least_fixed || size >= most_fixed) {
    return text;
  }
  // Rounding may carry into another digit (9.9996 becomes 10.00), so round before counting.
  const double rounded = std::strtod(text.c_str(), nullptr);
  const int before_point = static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1;
  return fmt::format("{:.{}f}", rounded, std::max(0, digits - before_point));
}

// The value with that many decimals, or with an exponent if there would be hundreds of digits.
std::string decimal(double value, int decimals) {
  return std::abs(value) < most_fixed ? fmt::format("{:.{}f}", value, decimals)
                                      : fmt::format("{:.{}g}", value, decimals + 2);
}

// The largest scale on which the value, rounded to four digits, is at least one.
const Scale& scale_of(double value) {
  const Scale* chosen = &scales.front();
  for (const Scale& scale : scales) {
    if (std::abs(value) / scale.factor >= 0.99995) {
      chosen = &scale;
    }
  }
  return *chosen;
}

}  // namespace

std::string format_value(double value, const char* unit) {
  if (std::isinf(value)) {
    return "unbounded";
  }
  if (*unit == '\0') return significant(value, 4);
  const Scale& scale = scale_of(value);
  return fmt::format("{} {}{}", significant(value / scale.factor, 4), scale.prefix, unit);
}

std::string format_bounds(const Interval& values, const char* unit) {
  if (!std::isfinite(values.upper)) {
    return "[too few samples]";
  }
  const double factor = *unit == '\0' ? 1 : scale_of(values.median).factor;
  return fmt::format("[{}, {}]", significant(values.lower / factor, 4),
                     significant(values.upper / factor, 4));
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

std::string format_percent(double fraction, int most_digits) {
  return fmt::format("{:.{}g}%", 100 * fraction, most_digits);
}

std::string format_change(double change, int decimals) {
  return fmt::format("{}{}%", std::signbit(change) ? "" : "+", decimal(100 * change, decimals));
}

std::string format_share(double share) {
  const double percent = share * 100;
  return decimal(percent, percent < 9.95 ? 1 : 0) + "%";
}

}  // namespace assay
