#include "framework/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/scenario/beside.hpp"
#include "framework/scenario/dispatchers.hpp"
#include "framework/scenario/include.hpp"
#include "framework/scenario/instances.hpp"
#include "framework/scenario/kernels.hpp"
#include "framework/scenario/objective.hpp"
#include "framework/scenario/pareto.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {
namespace {

constexpr double a_week = 7 * 24 * 3600.0;
constexpr double most_verification_share = 1000;

// The table [sampling], or nothing.
std::optional<TomlTable> sampling_table(const TomlTable& top) {
  const auto* table = top.table("sampling");
  if (table == nullptr) return std::nullopt;
  return TomlTable(*table, "sampling",
                   {"confidence", "relative_width", "min_samples", "max_samples", "warm_up_seconds",
                    "max_seconds", "cache", "verification_share"});
}

// Reads [[variant]]: its name, its device, and the part of its space.
VariantSpec read_variant(const toml::table& table) {
  const TomlTable reader(table, "variant",
                         {"name", "problem", "device", "parameters", "constraints", "optional"});
  VariantSpec spec;
  spec.name = reader.required_text("name");
  for (const auto& problem : reader.values("problem")) spec.problems.push_back(to_string(problem));
  reader.read("device", spec.device);
  reader.read("optional", spec.optional);
  if (const auto* parameters = reader.table("parameters")) {
    const TomlTable values(*parameters, "variant.parameters", {});
    for (const auto& [key, node] : *parameters) {
      spec.values[std::string(key.str())] = values.values(key.str());
    }
  }
  for (const auto& constraint : reader.values("constraints")) {
    if (!std::holds_alternative<std::string>(constraint)) {
      throw reader.error_at("constraints", "must hold expressions, such as \"threads <= 4\"");
    }
    spec.constraints.push_back({std::get<std::string>(constraint), "the scenario says so"});
  }
  return spec;
}

// Adds the kernels of the scenario that compete and that no [[variant]] narrows.
void add_kernels(const TomlTable& top, Scenario& scenario) {
  const auto tables = top.one_or_more_tables("kernel");
  for (std::size_t k = 0; k < tables.size(); ++k) {
    const KernelDescription& kernel = scenario.kernels.kernels[k];
    const bool listed =
        std::any_of(scenario.variants.begin(), scenario.variants.end(),
                    [&](const VariantSpec& variant) { return variant.name == kernel.name; });
    if (!kernel.competes || listed) continue;
    VariantSpec spec;
    spec.name = kernel.name;
    spec.problems = {kernel.problem};
    TomlTable(*tables[k], "kernel", {}).read("device", spec.device);
    scenario.variants.push_back(spec);
  }
}

void read_sampling(const TomlTable& reader, SamplingOptions& options) {
  reader.read("confidence", options.confidence, 0.5, 0.9999);
  reader.read("relative_width", options.relative_width, 0, 10);
  reader.read_integer("min_samples", options.min_samples, 1, 1'000'000);
  reader.read_integer("max_samples", options.max_samples, 1, 10'000'000);
  reader.read("warm_up_seconds", options.warm_up_seconds, 0, a_week);
  reader.read("verification_share", options.verification_share, 0, most_verification_share);
  reader.read("max_seconds", options.max_seconds, 0.001, a_week);
  if (options.min_samples > options.max_samples) {
    throw reader.error_at("min_samples", fmt::format("is {}, above max_samples = {}",
                                                     options.min_samples, options.max_samples));
  }
}

void read_workers(const TomlTable& top, std::vector<std::string>& workers) {
  for (const auto& command : top.values("workers")) {
    const auto* text = std::get_if<std::string>(&command);
    if (text == nullptr || text->find_first_not_of(" \t\n") == std::string::npos) {
      throw top.error_at("workers", "must hold commands such as \"ssh host assay worker\"");
    }
    workers.push_back(*text);
  }
}

// Reads objective and cache mode first, because they decide which other values are valid.
void read_mode(const TomlTable& top, Scenario& scenario) {
  scenario.objective = read_objective(top);
  if (scenario.objective.measured().is_energy()) scenario.sampling.max_seconds = energy_max_seconds;
  const auto sampling = sampling_table(top);
  if (!sampling) return;
  std::string cache = to_string(scenario.sampling.cache);
  sampling->read("cache", cache);
  try {
    scenario.sampling.cache = cache_mode_from(cache);
    require_mode(scenario.objective, scenario.sampling.cache);
  } catch (const Error& error) {
    throw sampling->error_at("cache", fmt::format("is wrong: {}", error.what()));
  }
}

void read_strategy(const TomlTable& tune, StrategySpec& strategy) {
  for (const auto* key : {"settings", "strategy"}) {
    if (tune.has(key)) strategy.place = location(*tune.raw().get(key));
  }
  tune.read("strategy", strategy.name);
  const auto* table = tune.table("settings");
  if (table == nullptr) return;
  const TomlTable settings(*table, "tune.settings", {});
  for (const auto& [name, node] : *table) {
    constexpr double any = std::numeric_limits<double>::max();
    settings.read(name.str(), strategy.settings[std::string(name.str())], -any, any);
  }
}

// Reads the number of rounds. `processes` is accepted as an older name of `rounds`, since scenarios
// outlive versions.
void read_rounds(const TomlTable& finals, Scenario& scenario) {
  constexpr std::uint32_t most = 1'000'000;
  finals.read_integer("rounds", scenario.finals.rounds, 0, most);
  if (!finals.has("processes")) return;
  if (finals.has("rounds")) {
    throw finals.error_at("processes",
                          "is the old name of 'finals.rounds', which is also given: leave it out");
  }
  finals.read_integer("processes", scenario.finals.rounds, 0, most);
  scenario.notes.push_back(
      fmt::format("finals.processes = {0} is read as finals.rounds = {0}, its new name; a claim "
                  "needs at least 10 rounds",
                  scenario.finals.rounds));
}

void read_finals(const TomlTable& top, Scenario& scenario) {
  // By default, finals sample as the search does, but do not stop as early: starting a process
  // takes longer than sampling it well.
  scenario.finals.sampling = scenario.sampling;
  double& warm_up = scenario.finals.sampling.warm_up_seconds;
  warm_up = std::max(warm_up, finals_warm_up_seconds);
  if (!scenario.objective.measured().is_energy()) {
    scenario.finals.sampling.relative_width = finals_relative_width;
  }
  const auto* table = top.table("finals");
  if (table == nullptr) return;
  const TomlTable reader(
      *table, "finals",
      {"configurations", "rounds", "processes", "seconds", "margin", "confidence", "relative_width",
       "min_samples", "max_samples", "warm_up_seconds", "max_seconds", "verification_share"});
  reader.read_integer("configurations", scenario.finals.configurations, 0, 1000);
  read_rounds(reader, scenario);
  reader.read("seconds", scenario.finals.seconds, 0.001, a_week);
  reader.read("margin", scenario.finals.margin, 0.0001, 1);
  read_sampling(reader, scenario.finals.sampling);
}

void read_tables(const TomlTable& top, Scenario& scenario) {
  if (const auto* table = top.table("tune")) {
    const TomlTable reader(*table, "tune",
                           {"strategy", "settings", "seed", "trials", "seconds", "together",
                            "warm_start", "reproducible"});
    read_strategy(reader, scenario.tune.strategy);
    reader.read_integer("seed", scenario.tune.seed, 0);
    std::uint64_t trials = default_trials;
    reader.read_integer("trials", trials, 1, 1'000'000'000);
    if (reader.has("trials")) scenario.tune.trials = trials;
    double seconds = default_search_seconds;
    reader.read("seconds", seconds, 0.001, a_week);
    if (reader.has("seconds")) scenario.tune.seconds = seconds;
    reader.read("together", scenario.tune.together);
    reader.read("warm_start", scenario.tune.warm_start);
    reader.read("reproducible", scenario.tune.reproducible);
  }
  if (const auto sampling = sampling_table(top)) read_sampling(*sampling, scenario.sampling);
  read_finals(top, scenario);
  if (const auto* table = top.table("limits")) {
    const TomlTable reader(
        *table, "limits",
        {"compile_seconds", "run_seconds", "instance_seconds", "memory_gib", "start_seconds"});
    reader.read("compile_seconds", scenario.limits.compile_seconds, 0.001, a_week);
    reader.read("run_seconds", scenario.limits.run_seconds, 0.001, a_week);
    reader.read("instance_seconds", scenario.limits.instance_seconds, 0.001, a_week);
    reader.read("memory_gib", scenario.limits.memory_gib, 0, 1e6);
    reader.read("start_seconds", scenario.limits.start_seconds, 0.001, a_week);
  }
}

// A command that verifies must end before the trial's own limit does.
void require_time_to_verify(const Scenario& scenario) {
  for (const ArrayProblemDescription& problem : scenario.kernels.problems) {
    if (problem.verify.command.empty() || problem.verify.seconds < scenario.limits.run_seconds) {
      continue;
    }
    throw usage_error(
        "{}: 'verify.seconds' is {}, but the repetition and its verification together may take "
        "limits.run_seconds = {}: raise run_seconds above it",
        problem.verify.place, problem.verify.seconds, scenario.limits.run_seconds);
  }
}

}  // namespace

Scenario parse_scenario(const std::string& text, const std::filesystem::path& file) {
  const auto [table, whole] = parse_with_includes(text, file);
  const TomlTable top(table, "",
                      {"name", "description", "reference", "objective", "include", "workers",
                       "instance", "variant", "problem", "kernel", "dispatcher", "derived",
                       "published", "pareto", "tune", "sampling", "finals", "limits"});
  Scenario scenario;
  scenario.file = file;
  scenario.text = whole;
  scenario.name = file.stem().string();
  top.read("name", scenario.name);
  top.read("description", scenario.description);
  top.read("reference", scenario.reference);
  read_mode(top, scenario);
  read_workers(top, scenario.workers);
  scenario.kernels = read_kernel_files(top, scenario.name);
  read_instances(top, scenario);
  for (const auto* variant : top.tables("variant"))
    scenario.variants.push_back(read_variant(*variant));
  add_kernels(top, scenario);
  scenario.dispatchers = read_dispatchers(top);
  read_tables(top, scenario);
  require_time_to_verify(scenario);
  require_objective_names(scenario);
  scenario.beside = read_beside(top, scenario.instances);
  scenario.pareto = read_pareto(top, scenario);
  return scenario;
}

void require_mode(const Objective& objective, CacheMode cache) {
  if (!objective.measured().is_energy() || cache == CacheMode::warm) return;
  throw usage_error(
      "energy cannot be measured with cold caches: emptying them uses energy, too, and the counter "
      "cannot separate the two");
}

Scenario read_scenario(const std::filesystem::path& file) {
  Scenario scenario = parse_scenario(read_scenario_text(file), file);
  attach_sources(scenario.kernels, file.parent_path());
  attach_dispatchers(scenario, file.parent_path());
  return scenario;
}

}  // namespace assay
