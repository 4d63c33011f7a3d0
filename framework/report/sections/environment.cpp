// The environment in which the results were measured, and the commands that reproduce them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "framework/compare/text.hpp"
#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

Table machine_table(const StoredMachine& machine) {
  Table table{{{"attribute"}, {"value"}}, {}};
  table.rows.push_back({{"fingerprint"}, {machine.fingerprint}});
  for (const auto& [name, value] : machine.record.attributes) {
    table.rows.push_back({{one_line(name)}, {one_line(value)}});
  }
  return table;
}

// The JSON of an environment in its own order; discarded if it is invalid or exceeds the bounds
// that apply to all input.
nlohmann::ordered_json environment_json(const std::string& recorded) {
  try {
    require_bounded_json(recorded);
  } catch (const Error&) {
    return nlohmann::ordered_json::value_t::discarded;
  }
  return nlohmann::ordered_json::parse(recorded, nullptr, false);
}

// The environment as text, by its own names; shown unchanged if it is not a JSON object.
std::string environment_text(const std::string& recorded) {
  const auto json = environment_json(recorded);
  if (!json.is_object()) return recorded;
  std::string text;
  for (const auto& [name, value] : json.items()) {
    const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, shown);
  }
  return text;
}

Table run_table(const std::vector<StoredRun>& runs) {
  Table table{{{"run", true},
               {"began"},
               {"ended"},
               {"outcome"},
               {"scenario"},
               {"assay"},
               {"environment"},
               {"command"}},
              {}};
  for (const StoredRun& run : runs) {
    table.rows.push_back({number_cell(static_cast<double>(run.id)),
                          {one_line(run.started)},
                          {one_line(run.finished)},
                          {run.outcome.empty() ? "open or killed" : one_line(run.outcome)},
                          {one_line(run.record.scenario_name)},
                          {one_line(run.record.assay_version)},
                          {one_line(environment_text(run.record.environment))},
                          {one_line(run.record.command)}});
  }
  return table;
}

Table build_table(const PageModel& model) {
  std::set<std::int64_t> used;
  for (const StoredTrial& trial : model.trials) used.insert(trial.key.variant);
  Table table{{{"variant"}, {"problem"}, {"backend"}, {"plugin"}, {"build"}}, {}};
  for (const std::int64_t id : used) {
    const StoredVariant& variant = model.variants.at(id);
    table.rows.push_back({{one_line(variant.name)},
                          {one_line(variant.problem)},
                          {one_line(variant.backend)},
                          {one_line(variant.plugin)},
                          {one_line(variant.build_id)}});
  }
  return table;
}

// Writes each scenario text once, regardless of the number of runs with it.
void write_scenarios(const std::vector<StoredRun>& runs, Markup& out) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const StoredRun& run : runs) {
    const RunRecord& record = run.record;
    if (record.scenario_text.empty()) continue;
    if (!seen.emplace(record.scenario_name, record.scenario_text).second) continue;
    out.element("details", [&] {
      out.element("summary", "Scenario " + record.scenario_name + " as run " +
                                 std::to_string(run.id) + " had it");
      out.element("pre", record.scenario_text);
    });
  }
}

void write_commands(const std::vector<StoredRun>& runs, const std::string& command, Markup& out) {
  std::string commands;
  for (const StoredRun& run : runs) {
    if (commands.find(run.record.command + "\n") == std::string::npos) {
      commands += run.record.command + "\n";
    }
  }
  out.element("h3", "To reproduce");
  out.element("pre", {{"class", "commands"}}, commands + command);
}

}  // namespace

Section environment_section(const PageModel& model, const std::string& command) {
  Section section{"environment", "Environment", {}, nullptr};
  Markup& out = section.body;
  for (const MachineComparison& machine : model.comparison.machines) {
    write_html_table(machine_table(machine.machine), "Machine " + machine.machine.fingerprint, out);
  }
  write_html_table(run_table(model.runs), "Runs", out);
  write_folded_table(build_table(model), "Builds", out);
  write_scenarios(model.runs, out);
  write_commands(model.runs, command, out);
  return section;
}

}  // namespace assay
