// The sections of a page, each in a file of its own (sections/), in the order in which they appear.
// The script that draws a section is assets/<id>.js.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "framework/report/markup.hpp"
#include "framework/report/model.hpp"

namespace assay {

using PageJson = nlohmann::ordered_json;

struct Section {
  std::string id;  // of the element, and of the data for its script
  std::string title;
  Markup body;
  PageJson data;  // null if there is nothing to draw
};

[[nodiscard]] Section verdict_section(const PageModel& model);
[[nodiscard]] Section matrix_section(const PageModel& model);
// Only if the comparison has fronts.
[[nodiscard]] Section pareto_section(const PageModel& model);
[[nodiscard]] bool has_fronts(const PageModel& model);
[[nodiscard]] Section map_section(const PageModel& model);
[[nodiscard]] Section figures_section(const PageModel& model);
[[nodiscard]] Section roofline_section(const PageModel& model);
[[nodiscard]] Section tuning_section(const PageModel& model);
[[nodiscard]] Section samples_section(const PageModel& model);
[[nodiscard]] Section history_section(const PageModel& model);
[[nodiscard]] Section environment_section(const PageModel& model, const std::string& command);

// ---- functions for several sections

// Writes the place where the section's script puts the chart of that name.
void write_chart_place(const std::string& name, Markup& out);
// A number with as many digits as a chart shows; null if it is not finite.
[[nodiscard]] PageJson chart_number(double value);
[[nodiscard]] PageJson chart_interval(const Interval& interval);  // [median, lower, upper]

}  // namespace assay
