#include "framework/compare/winner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/verdict_sentences.hpp"
#include "framework/core/error.hpp"
#include "framework/core/units.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

nlohmann::ordered_json verdict_json(const InstanceComparison& instance) {
  const Verdict& verdict = instance.verdict;
  const auto labels = [&](const std::vector<std::size_t>& entries) {
    auto names = nlohmann::ordered_json::array();
    for (const std::size_t entry : entries) names.push_back(instance.entries[entry].label);
    return names;
  };
  return {{"kind", to_string(verdict.kind)},
          {"leader", instance.entries.front().label},
          {"equivalent", labels(verdict.tied)},
          {"undecided", labels(verdict.undecided)},
          {"equivalence", verdict.equivalence},
          {"rounds", verdict.rounds},
          {"advice", verdict.advice}};
}

nlohmann::ordered_json kernel_json(const WinnerKernel& kernel) {
  auto constants = nlohmann::ordered_json::object();
  for (const auto& [name, value] : kernel.constants) constants[name] = to_json(value);
  auto limits = nlohmann::ordered_json::object();
  for (const auto& [name, value] : kernel.limits) limits[name] = to_json(value);
  auto launches = nlohmann::ordered_json::array();
  for (const WinnerLaunch& launch : kernel.launches) {
    launches.push_back({{"function", launch.function},
                        {"block", launch.block},
                        {"grid", launch.grid},
                        {"block_expressions", launch.block_texts},
                        {"extent_expressions", launch.extent_texts},
                        {"extent_in_work_items", launch.in_items},
                        {"local_bytes", launch.local_bytes},
                        {"times", launch.times}});
  }
  return {{"source", kernel.source},
          {"constants", constants},
          {"options", kernel.options},
          {"launches", launches},
          {"limits", limits}};
}

// "graphics_clock=1200 MHz, power=250 W, which nothing here sets: ..."
std::string limits_text(const Bindings& limits) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : limits) {
    texts.push_back(fmt::format("{}={} {}", name, to_string(value), name == "power" ? "W" : "MHz"));
  }
  return fmt::format("{}, to which the device was held; nothing here does that (nvidia-smi can)",
                     fmt::join(texts, ", "));
}

std::string measured_text(const Winner& winner) {
  const Measurement& best = *winner.entry->best;
  return fmt::format("{} {}, {}, {} samples in {} {}, {}",
                     format_value(best.value.median, winner.instance->objective.unit()),
                     format_bounds(best.value, winner.instance->objective.unit()), winner.mode,
                     best.samples, best.processes.size(),
                     best.processes.size() == 1 ? "process" : "processes", best.recorded);
}

}  // namespace

std::optional<Winner> winner_of(const Comparison& comparison, const std::string& device) {
  Winner winner;
  winner.mode = comparison.mode;
  std::vector<std::string> choices;
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      choices.push_back(fmt::format("--machine {} --instance {}: {}", machine.machine.fingerprint,
                                    instance.id, instance.label));
      winner.machine = &machine.machine;
      winner.instance = &instance;
    }
  }
  if (choices.empty()) throw environment_error("the store has no results that match the options");
  if (choices.size() > 1) {
    throw usage_error("export writes one winner at a time; choose one of these {} instances:\n  {}",
                      choices.size(), fmt::join(choices, "\n  "));
  }
  const auto& entries = winner.instance->entries;
  const auto best = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    // Imported results have no configuration and were not verified here.
    return entry.best && entry.best->stage != imported_stage &&
           (device.empty() || entry.device == device);
  });
  if (best == entries.end()) return std::nullopt;
  winner.entry = &*best;
  return winner;
}

std::vector<std::string> winner_lines(const Winner& winner, const std::string& assay_version,
                                      const Bindings& limits) {
  std::vector<std::string> lines = {
      fmt::format("The best configuration of {} for {}, by assay {}.",
                  one_line(winner.entry->variant.name), one_line(winner.instance->record.problem),
                  assay_version),
      ""};
  const auto line = [&](const char* what, const std::string& text) {
    if (!text.empty()) lines.push_back(fmt::format("{:<11}{}", what, one_line(text)));
  };
  line("instance", to_string(winner.instance->record.arguments));
  line("inputs", winner.instance->record.input_digest);
  line("machine", machine_text(*winner.machine).substr(std::string("machine ").size()));
  line("device", winner.entry->device);
  line("build", winner.entry->variant.build_id);
  line("measured", measured_text(winner));
  if (!limits.empty()) line("limits", limits_text(limits));
  for (const auto& sentence : verdict_sentences(*winner.instance)) line("verdict", sentence);
  if (const std::size_t rounds = winner.instance->verdict.rounds; rounds > 0) {
    line("rounds", fmt::format("{}, with every finalist in a fresh process each time", rounds));
  }
  if (const std::string& other = winner.entry->best->agrees_with; !other.empty()) {
    line("beware", fmt::format("agrees with {}; not verified against a reference", other));
  }
  if (winner.entry->best->stage != "final") line("beware", "not measured again in fresh processes");
  return lines;
}

void write_winner_json(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const auto object_of = [](const Bindings& bindings) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const auto& [name, value] : bindings) object[name] = to_json(value);
    return object;
  };
  const Measurement& best = *winner.entry->best;
  nlohmann::ordered_json json = {
      {"assay_version", layout.assay_version},
      {"problem", winner.instance->record.problem},
      {"arguments", object_of(winner.instance->record.arguments)},
      {"input_digest", winner.instance->record.input_digest},
      {"machine",
       {{"fingerprint", winner.machine->fingerprint},
        {"attributes", winner.machine->record.attributes}}},
      {"device", winner.entry->device},
      {"variant", winner.entry->variant.name},
      {"build", winner.entry->variant.build_id},
      {"configuration", object_of(best.configuration)},
      {"mode", winner.mode},
      {"unit", winner.instance->objective.unit()},
      // An unbounded interval has null as its upper bound.
      {"value",
       {{"median", best.value.median}, {"lower", best.value.lower}, {"upper", best.value.upper}}},
      {"samples", best.samples},
      {"processes", best.processes.size()},
      {"stage", best.stage},
      {"agrees_with", best.agrees_with},  // "": verified against an independent reference
      {"measured", best.recorded},
      {"verdict", verdict_json(*winner.instance)}};
  if (layout.kernel) json["kernel"] = kernel_json(*layout.kernel);
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace assay
