// The sections of a page, one function each in a file of its own (sections/), in the order in which
// they appear. What a section draws is in assets/<id>.js.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "framework/page/markup.hpp"
#include "framework/page/model.hpp"

namespace assay {

using PageJson = nlohmann::ordered_json;

struct Section {
  std::string id;  // of the element, and of the data that its script gets
  std::string title;
  Markup body;
  PageJson data;  // null: nothing to draw
};

[[nodiscard]] Section verdict_section(const PageModel& model);
[[nodiscard]] Section matrix_section(const PageModel& model);
// Only where the comparison has fronts.
[[nodiscard]] Section pareto_section(const PageModel& model);
[[nodiscard]] bool has_fronts(const PageModel& model);
[[nodiscard]] Section map_section(const PageModel& model);
[[nodiscard]] Section figures_section(const PageModel& model);
[[nodiscard]] Section roofline_section(const PageModel& model);
[[nodiscard]] Section tuning_section(const PageModel& model);
[[nodiscard]] Section samples_section(const PageModel& model);
[[nodiscard]] Section history_section(const PageModel& model);
[[nodiscard]] Section environment_section(const PageModel& model, const std::string& command);

// ---- what they share

// Where the script of the section puts a chart named so.
void write_chart_place(const std::string& name, Markup& out);
// With as many digits as a chart shows; null for what is not finite.
[[nodiscard]] PageJson chart_number(double value);
[[nodiscard]] PageJson chart_interval(const Interval& interval);  // [median, lower, upper]

}  // namespace assay
