// Speed-ups of all variants on all instances, and for each instance the results behind them.
#include <fmt/format.h>

#include <algorithm>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/process_strips.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

constexpr std::size_t failure_columns = 300;
constexpr std::size_t most_instances = 200;  // instances of a problem that are listed in detail

struct Look {
  const char* name;    // of the style
  const char* symbol;  // so that no information depends on colour alone
};

Look look_of(Standing standing) {
  switch (standing) {
    case Standing::reference:
      return {"reference", "="};
    case Standing::faster:
      return {"faster", "\u25b2"};
    case Standing::slower:
      return {"slower", "\u25bc"};
    case Standing::inconclusive:
      return {"inconclusive", "\u2248"};
    case Standing::unrelated:
      return {"unrelated", ""};
    case Standing::failed:
      return {"failed", "\u2715"};
    case Standing::absent:
      break;
  }
  return {"absent", ""};
}

// The text of a cell: the ratio or the reason why there is none.
std::string cell_text(Standing standing, const Entry* entry) {
  switch (standing) {
    case Standing::absent:
      return "";
    case Standing::failed:
      return "failed";
    case Standing::unrelated:
      return "no reference";
    default:
      return format_ratio(entry->best->speed_up ? entry->best->speed_up->median : 1);
  }
}

// The text shown on hovering and on keyboard focus.
std::string hint_of(const InstanceComparison& instance, const Entry* entry,
                    const std::string& reference) {
  if (entry == nullptr) return "not measured";
  if (!entry->best) {
    return entry->failures.empty() ? "no verified result"
                                   : failure_text(entry->failures.front(), failure_columns);
  }
  const Measurement& best = *entry->best;
  const char* unit = instance.objective.unit();
  std::string text;
  if (best.speed_up) {
    text = fmt::format("{} over {}; ", format_ratio(*best.speed_up), one_line(reference));
  }
  text +=
      fmt::format("{} {}", format_value(best.value.median, unit), format_bounds(best.value, unit));
  if (best.floor) text += fmt::format("; {} of the floor", format_share(best.floor->share));
  return text;
}

void write_cell(const ProblemComparison& problem, std::size_t row, const Competitor& competitor,
                Markup& out) {
  const InstanceComparison& instance = *problem.instances[row];
  const Entry* entry = competitor.entries[row];
  const Standing standing = standing_of(instance, entry);
  const Look look = look_of(standing);
  const bool won = instance.verdict.kind == Verdict::Kind::winner && entry == &instance.entries[0];
  const std::string hint = hint_of(instance, entry, problem.reference);
  const bool ratio = entry != nullptr && entry->best && entry->best->speed_up;
  const std::string text = cell_text(standing, entry);
  out.element(
      "td",
      {{"class", std::string("cell ") + look.name + (won ? " winner" : "")},
       {"tabindex", "0"},
       {"title", hint},
       {ratio ? "data-value" : "", ratio ? full_precision(entry->best->speed_up->median) : ""}},
      fmt::format("{}{}{}{}", won ? "\u2605 " : "", look.symbol, *look.symbol ? " " : "", text));
}

void write_matrix(const ProblemComparison& problem, Markup& out) {
  out.element("div", {{"class", "scroll"}}, [&] {
    out.element("table", {{"class", "matrix sortable"}}, [&] {
      out.element("caption", problem.reference.empty()
                                 ? problem.label + ": no reference"
                                 : problem.label + ": speed-up over " + problem.reference);
      out.element("thead", [&] {
        out.element("tr", [&] {
          out.element("th", {{"scope", "col"}}, "instance");
          for (const Competitor& competitor : problem.competitors) {
            out.element("th", {{"scope", "col"}}, competitor.label);
          }
        });
      });
      out.element("tbody", [&] {
        for (std::size_t row = 0; row < problem.instances.size(); ++row) {
          out.element("tr", [&] {
            out.element("th", {{"scope", "row"}}, problem.names[row]);
            for (const Competitor& competitor : problem.competitors) {
              write_cell(problem, row, competitor, out);
            }
          });
        }
      });
    });
  });
}

Table configuration_table(const InstanceComparison& instance) {
  Table table{{{"variant"}, {"best configuration"}}, {}};
  for (const Entry& entry : instance.entries) {
    if (entry.best) {
      table.rows.push_back(
          {{one_line(entry.label)}, {one_line(to_string(entry.best->configuration))}});
    }
  }
  return table;
}

// Writes all that the terminal shows of an instance.
void write_instance(const InstanceComparison& instance, double confidence, Markup& out) {
  out.element("details", {{"class", "instance"}}, [&] {
    out.element("summary", instance.label);
    for (const std::string& line : fact_lines(instance, SIZE_MAX)) out.element("p", line);
    write_results(instance, confidence, "Results", out);
    write_html_table(published_table(instance), published_heading, out);
    write_html_table(configuration_table(instance), "Configurations", out);
    write_html_table(phase_table(instance), "Phases, medians", out);
    for (const Entry& entry : instance.entries) {
      for (const FailureKind& failure : entry.failures) {
        out.element(
            "p", {{"class", "bad"}},
            "Failed: " + one_line(entry.label) + ": " + failure_text(failure, failure_columns));
      }
    }
    for (const std::string& note : instance.notes) out.element("p", "Note: " + one_line(note));
  });
}

}  // namespace

Section matrix_section(const PageModel& model) {
  const bool own = std::any_of(
      model.problems.begin(), model.problems.end(),
      [](const auto& problem) { return problem.instances.front()->objective.is_own(); });
  Section section{"matrix",
                  own ? "Each variant against the reference, on each instance"
                      : "Speed-up of each variant on each instance",
                  {},
                  nullptr};
  Markup& out = section.body;
  out.element("p", {{"class", "legend"}},
              "\u2605 wins; \u25b2 better than the reference; \u25bc worse; \u2248 grey: the "
              "interval contains 1, or there are too few samples; \u2715 failed. Hover over a "
              "cell, or move to it with the arrow keys, to see its interval.");
  for (const ProblemComparison& problem : model.problems) {
    write_matrix(problem, out);
    out.element("details", [&] {
      out.element("summary", "Each instance of " + problem.label +
                                 ": medians, intervals, configurations, phases, notes");
      const std::size_t shown = std::min(problem.instances.size(), most_instances);
      for (std::size_t i = 0; i < shown; ++i) {
        write_instance(*problem.instances[i], model.comparison.confidence, out);
      }
      if (shown < problem.instances.size()) {
        out.element("p", fmt::format("These are the first {} of {}; assay compare shows each.",
                                     shown, problem.instances.size()));
      }
    });
  }
  return section;
}

}  // namespace assay
