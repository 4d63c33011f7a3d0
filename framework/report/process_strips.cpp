#include "framework/report/process_strips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/compare/layout.hpp"
#include "framework/compare/rounds.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

// Vertical positions in pixels, from the top: dots lie in a band, the bar of the interval below it.
// The style sheet determines the width, so horizontal positions are percentages.
constexpr double band_top = 4;
constexpr double band_height = 12;
constexpr double bar_top = 20;
constexpr double bar_height = 4;
constexpr double tick_top = 18;
constexpr double tick_end = 26;
constexpr double dot_radius = 2.2;
// The least span of the logarithms: bounds of intervals are exponentials of logarithms, so they
// differ by rounding even if all times are equal.
constexpr double least_span = 1e-12;

std::string pixels(double value) { return fmt::format("{:.3g}", value); }
std::string percent(double share) { return fmt::format("{:.4g}%", 100 * share); }

// The vertical position of the k-th dot. The fractional parts of multiples of the golden ratio keep
// consecutive dots apart and are the same each time a page is written.
double height_of_dot(std::size_t k) {
  const double turns = static_cast<double>(k) * 0.6180339887498949;
  return band_top + band_height * (turns - std::floor(turns));
}

std::string summary_of(const Measurement& result, const char* unit) {
  const std::size_t count = result.processes.size();
  std::string text = fmt::format("{} process{}, median {}", count, count == 1 ? "" : "es",
                                 format_value(result.value.median, unit));
  if (std::isfinite(result.value.upper)) text += " " + format_bounds(result.value, unit);
  return text;
}

void write_titled(std::string_view tag, const Markup::Attributes& attributes,
                  const std::string& title, Markup& out) {
  out.element(tag, attributes, [&] { out.element("title", title); });
}

}  // namespace

std::string process_name(const Measurement& result, const ProcessMedian& process) {
  return result.stage == final_stage
             ? fmt::format("run {}, round {}", process.run, process.number + 1)
             : fmt::format("trial {}", process.trial);
}

ProcessStrips::ProcessStrips(const InstanceComparison& instance)
    : unit_(instance.objective.unit()),
      least_(std::numeric_limits<double>::infinity()),
      greatest_(0) {
  for (const Entry& entry : instance.entries) {
    if (!entry.best) continue;
    for (const ProcessMedian& process : entry.best->processes) widen(process.median);
    if (!std::isfinite(entry.best->value.upper)) continue;
    widen(entry.best->value.lower);
    widen(entry.best->value.upper);
  }
}

void ProcessStrips::widen(double value) {
  if (!(value > 0)) return;
  least_ = std::min(least_, value);
  greatest_ = std::max(greatest_, value);
}

std::string ProcessStrips::range() const {
  if (greatest_ < least_) return "";
  return format_value(least_, unit_) + " to " + format_value(greatest_, unit_);
}

double ProcessStrips::place(double value) const {
  const double span = std::log(greatest_ / least_);
  return span > least_span ? std::log(value / least_) / span : 0.5;
}

void ProcessStrips::write_interval(const Interval& value, Markup& out) const {
  if (!(value.lower > 0) || !std::isfinite(value.upper)) return;
  const double left = place(value.lower);
  write_titled("rect",
               {{"x", percent(left)},
                {"y", pixels(bar_top)},
                {"width", percent(place(value.upper) - left)},
                {"height", pixels(bar_height)}},
               "interval " + format_bounds(value, unit_), out);
}

void ProcessStrips::write_median(double median, Markup& out) const {
  if (!(median > 0)) return;
  const std::string x = percent(place(median));
  write_titled("line", {{"x1", x}, {"x2", x}, {"y1", pixels(tick_top)}, {"y2", pixels(tick_end)}},
               "median " + format_value(median, unit_), out);
}

void ProcessStrips::write_dots(const Measurement& result, Markup& out) const {
  for (std::size_t k = 0; k < result.processes.size(); ++k) {
    const ProcessMedian& process = result.processes[k];
    if (!(process.median > 0)) continue;
    write_titled("circle",
                 {{"cx", percent(place(process.median))},
                  {"cy", pixels(height_of_dot(k))},
                  {"r", pixels(dot_radius)}},
                 process_name(result, process) + ": " + format_value(process.median, unit_), out);
  }
}

Markup ProcessStrips::draw(const Measurement& result) const {
  Markup out;
  if (greatest_ < least_) return out;
  out.element(
      "svg", {{"class", "strip"}, {"role", "img"}, {"aria-label", summary_of(result, unit_)}}, [&] {
        write_interval(result.value, out);
        if (result.processes.size() > 1) write_median(result.value.median, out);
        write_dots(result, out);
      });
  return out;
}

Cell processes_cell(const Measurement& result) {
  return number_cell(static_cast<double>(result.processes.size()));
}

void write_results(const InstanceComparison& instance, double confidence,
                   const std::string& caption, Markup& out) {
  const ProcessStrips strips(instance);
  Table table = result_table(instance, confidence);
  // The column after the median, whose index is the same in all such tables.
  constexpr std::ptrdiff_t column = 3;
  const std::string range = strips.range();
  table.columns.insert(table.columns.begin() + column,
                       {range.empty() ? "processes" : "processes, " + range});
  Drawings drawings{column, {}};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto& best = instance.entries[row].best;
    table.rows[row].insert(table.rows[row].begin() + column, best ? processes_cell(*best) : Cell{});
    drawings.rows.push_back(best ? strips.draw(*best) : Markup());
  }
  write_html_table(table, caption, out, drawings);
}

}  // namespace assay
