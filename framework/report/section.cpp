#include "framework/report/section.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace assay {

void write_chart_place(const std::string& name, Markup& out) {
  out.element("div", {{"class", "chart"}, {"data-chart", name}}, "");
}

PageJson chart_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double rounded = std::strtod(fmt::format("{:.5e}", value).c_str(), nullptr);
  // A whole number is written as an integer, since "12" is shorter than "12.0".
  const bool whole = std::abs(rounded) < 1e15 && rounded == std::floor(rounded);
  return whole ? PageJson(static_cast<std::int64_t>(rounded)) : PageJson(rounded);
}

PageJson chart_interval(const Interval& interval) {
  return {chart_number(interval.median), chart_number(interval.lower),
          chart_number(interval.upper)};
}

}  // namespace assay
