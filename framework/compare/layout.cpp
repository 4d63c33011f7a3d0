#include "framework/compare/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

Cell speed_up_cell(const Measurement& best, bool is_reference) {
  if (is_reference) {
    return {"reference", Meaning::minor};
  }
  if (!best.speed_up) {
    return {};
  }
  const Interval& ratio = *best.speed_up;
  const Meaning meaning = !std::isfinite(ratio.upper) ? Meaning::doubtful
                          : ratio.lower > 1           ? Meaning::good
                          : ratio.upper < 1           ? Meaning::bad
                                                      : Meaning::doubtful;
  const std::string text =
      std::isfinite(ratio.upper) ? format_ratio(ratio) : format_ratio(ratio.median);
  return {text, meaning, ratio.median};
}

Cell seconds_cell(double seconds, Meaning meaning = Meaning::plain) {
  return {format_seconds(seconds), meaning, seconds};
}

Cell seconds_cell(const std::optional<double>& seconds, Meaning meaning = Meaning::plain) {
  return seconds ? seconds_cell(*seconds, meaning) : Cell{"", meaning};
}

Cell floor_cell(const Measurement& best) {
  if (!best.floor) {
    return {};
  }
  return {fmt::format("{} {}", format_share(best.floor->share),
                      best.floor->memory_bound ? "memory" : "compute"),
          Meaning::plain, best.floor->share};
}

// The cell "123 in 3": samples in processes. A result not measured again in fresh processes says
// so.
Cell samples_cell(const Measurement& best) {
  std::string text = fmt::format("{} in {}", best.samples, best.processes.size());
  if (best.stage == "final") {
    return {text};
  }
  return {fmt::format("{}, {} only", text, one_line(best.stage)), Meaning::doubtful};
}

// The mark in front of a row: whether it is the winner or may be it.
Cell mark_of(const InstanceComparison& instance, std::size_t row) {
  const Verdict& verdict = instance.verdict;
  if (verdict.kind == Verdict::Kind::winner && row == 0) {
    return {"*", Meaning::good};
  }
  const auto holds = [&](const auto& rows) { return std::ranges::find(rows, row) != rows.end(); };
  const bool open = !verdict.tied.empty() || !verdict.undecided.empty();
  const bool maybe = open && (row == 0 || holds(verdict.tied) || holds(verdict.undecided));
  return maybe ? Cell{"~", Meaning::doubtful} : Cell{};
}

// The derived quantities of all entries of the instance, each once, with their units; without the
// one that is the objective itself.
std::vector<DerivedValue> derived_of(const InstanceComparison& instance) {
  std::vector<DerivedValue> columns;
  for (const Entry& entry : instance.entries) {
    if (!entry.best) continue;
    for (const DerivedValue& value : entry.best->derived) {
      const bool known = std::any_of(columns.begin(), columns.end(),
                                     [&](const auto& c) { return c.name == value.name; });
      const bool judged = instance.objective.is_own() && value.name == instance.objective.label();
      if (!known && !judged) columns.push_back(value);
    }
  }
  return columns;
}

Cell derived_cell(const Measurement& best, const std::string& name) {
  for (const DerivedValue& value : best.derived) {
    if (value.name == name) return {format_number(value.value), Meaning::plain, value.value};
  }
  return {};
}

std::vector<Cell> result_row(const InstanceComparison& instance, std::size_t row,
                             const std::vector<DerivedValue>& derived) {
  const Entry& entry = instance.entries[row];
  const Cell mark = mark_of(instance, row);
  Cell name{one_line(entry.label), mark.text == "*" ? Meaning::good : Meaning::plain};
  if (!entry.best) {
    std::vector<Cell> cells = {mark, name, {"no result", Meaning::bad}};
    cells.resize(8 + derived.size());
    return cells;
  }
  const Measurement& best = *entry.best;
  const bool bounded = std::isfinite(best.value.upper);
  const char* unit = instance.objective.unit();
  std::vector<Cell> cells = {
      mark,
      name,
      {format_value(best.value.median, unit), Meaning::plain, best.value.median},
      bounded ? Cell{format_bounds(best.value, unit), Meaning::minor}
              : Cell{fmt::format("[{} process{}]", best.processes.size(),
                                 best.processes.size() == 1 ? "" : "es"),
                     Meaning::doubtful},
      instance.objective.is_duration() ? Cell{} : seconds_cell(best.seconds)};
  for (const DerivedValue& column : derived) cells.push_back(derived_cell(best, column.name));
  cells.push_back(speed_up_cell(best, instance.reference == row));
  cells.push_back(floor_cell(best));
  cells.push_back(samples_cell(best));
  return cells;
}

Cell published_cell(const PublishedQuantity& quantity, double value, Meaning meaning) {
  const bool time = quantity.kind == PublishedQuantity::Kind::time;
  return {time ? format_seconds(value) : format_number(value), meaning, value};
}

}  // namespace

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? one_line(name) : fmt::format("{} [{}]", one_line(name), one_line(unit));
}

void drop_empty_columns(Table& table, std::size_t from) {
  for (std::size_t c = table.columns.size(); c-- > from;) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(),
                                   [&](const auto& row) { return row[c].text.empty(); });
    if (empty) {
      const auto at = static_cast<std::ptrdiff_t>(c);
      table.columns.erase(table.columns.begin() + at);
      for (auto& row : table.rows) {
        row.erase(row.begin() + at);
      }
    }
  }
}

Table result_table(const InstanceComparison& instance, double confidence) {
  const std::string base =
      instance.reference ? one_line(instance.entries[*instance.reference].label) : "";
  Table table{
      {{""},
       {"variant"},
       {instance.objective.is_own() ? one_line(instance.objective.label()) : "median", true},
       {format_percent(confidence) + " interval"},
       {"time", true}},
      {}};
  const auto derived = derived_of(instance);
  for (const DerivedValue& value : derived) {
    table.columns.push_back({with_unit(value.name, value.unit), true});
  }
  const char* advantage = instance.objective.is_own()      ? "better than "
                          : instance.objective.is_energy() ? "less energy than "
                                                           : "speed-up over ";
  table.columns.push_back({advantage + base});
  table.columns.push_back({"of floor"});
  table.columns.push_back({"samples"});
  for (std::size_t row = 0; row < instance.entries.size(); ++row) {
    table.rows.push_back(result_row(instance, row, derived));
  }
  drop_empty_columns(table, 3);
  return table;
}

Table published_table(const InstanceComparison& instance) {
  Table table{{{"published in"},
               {"on"},
               {"quantity"},
               {"published", true},
               {"ours", true},
               {"published / ours", true},
               {"our variant"}},
              {}};
  for (const PublishedEntry& entry : instance.published) {
    std::string source = one_line(entry.source);
    if (!entry.label.empty()) source += ": " + one_line(entry.label);
    std::string machine = one_line(entry.machine);
    for (const PublishedQuantity& quantity : entry.quantities) {
      const bool time = quantity.kind == PublishedQuantity::Kind::time;
      const bool of_instance = quantity.kind == PublishedQuantity::Kind::fact;
      table.rows.push_back(
          {{source},
           {machine, Meaning::minor},
           {with_unit(quantity.name, time ? "" : quantity.unit)},
           published_cell(quantity, quantity.published, Meaning::minor),
           quantity.ours ? published_cell(quantity, *quantity.ours, Meaning::plain) : Cell{},
           quantity.ratio ? Cell{format_ratio(*quantity.ratio), Meaning::plain, *quantity.ratio}
                          : Cell{},
           {!quantity.ours ? ""
            : of_instance  ? "the instance"
                           : one_line(entry.beside),
            Meaning::minor}});
      source.clear();
      machine.clear();
    }
  }
  drop_empty_columns(table, 1);
  return table;
}

std::vector<std::string> fact_lines(const InstanceComparison& instance, std::size_t columns) {
  std::vector<std::string> lines;
  for (const Fact& fact : instance.record.facts) {
    std::string text = fmt::format("{} {}", one_line(fact.name), format_number(fact.value));
    if (!fact.unit.empty()) text += " " + one_line(fact.unit);
    if (!lines.empty()) {
      lines.back() += ",";
      if (display_width(lines.back()) + 1 + display_width(text) <= columns) {
        lines.back() += " " + text;
        continue;
      }
    }
    lines.push_back(text);
  }
  return lines;
}

Table phase_table(const InstanceComparison& instance) {
  Table table{{{"variant"}, {"phase"}, {"host", true}, {"device", true}}, {}};
  for (const Entry& entry : instance.entries) {
    if (!entry.best || (entry.best->phases.empty() && !entry.best->device)) {
      continue;
    }
    const Measurement& best = *entry.best;
    std::string name = one_line(entry.label);
    for (const PhaseMedian& phase : best.phases) {
      table.rows.push_back(
          {{name}, {one_line(phase.name)}, seconds_cell(phase.host), seconds_cell(phase.device)});
      name.clear();
    }
    if (!best.phases.empty()) {
      table.rows.push_back({{name},
                            {"outside phases", Meaning::minor},
                            seconds_cell(best.outside_phases, Meaning::minor),
                            {}});
    }
    table.rows.push_back({{name},
                          {"whole sample", Meaning::minor},
                          seconds_cell(best.wall, Meaning::minor),
                          seconds_cell(best.device, Meaning::minor)});
  }
  drop_empty_columns(table, 3);
  return table;
}

std::string failure_text(const FailureKind& failure, std::size_t columns) {
  const std::string message = one_line(failure.message);
  return fmt::format("{} {}{}{}", failure.count, to_string(failure.status),
                     message.empty() ? "" : ": ",
                     elided(fmt::format("{}{}{}", message, message.empty() ? "" : " at ",
                                        one_line(to_string(failure.configuration))),
                            columns));
}

std::string machine_text(const StoredMachine& machine) {
  std::string text = "machine " + machine.fingerprint;
  const char* separator = ": ";
  for (const char* name : {"cpu", "cores", "os"}) {
    const auto found = machine.record.attributes.find(name);
    if (found != machine.record.attributes.end()) {
      text += fmt::format("{}{} {}", separator, name, one_line(found->second));
      separator = ", ";
    }
  }
  return text;
}

}  // namespace assay
