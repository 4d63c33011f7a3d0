#include "tools/assay/command.hpp"

#include "framework/core/error.hpp"
#include "framework/core/split.hpp"
#include "framework/core/value_text.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {

RunRecord run_record(const std::string& command_line) {
  RunRecord run;
  run.command = command_line;
  run.assay_version = ASSAY_VERSION;
  run.environment = environment_json();
  return run;
}

RunRecord run_record(const std::string& command_line, const Scenario& scenario) {
  RunRecord run = run_record(command_line);
  run.scenario_name = scenario.name;
  run.scenario_text = scenario.text;
  return run;
}

void WorkerFlags::add_to(const Subcommand& command) {
  command.add("--plugins", &plugin_folders,
              "Folders to load plugins from, before the default ones.");
  command.add(
      "--data", &data_folder,
      "The folder that relative paths of data files start from (default: the scenario's folder).");
  command.add("--under", &under,
              "A command to start the workers under, such as numactl, a sanitizer or a debugger, "
              "with its options, separated by spaces. Only workers load plugins and use devices.");
}

WorkerOptions WorkerFlags::options(const std::filesystem::path& default_data_folder,
                                   const LimitSpec& limits) const {
  auto options = worker_options(
      plugin_folders,
      data_folder.empty() ? default_data_folder : std::filesystem::absolute(data_folder), limits);
  const auto words = split_words(under);
  options.command.insert(options.command.begin(), words.begin(), words.end());
  if (!words.empty()) options.start_seconds *= 10;  // sanitizers slow the start down
  return options;
}

WorkerOptions WorkerFlags::options(const Scenario& scenario) const {
  auto result = options(std::filesystem::absolute(scenario.file).parent_path(), scenario.limits);
  result.kernels = scenario.kernels;
  result.dispatchers = scenario.dispatchers;
  return result;
}

void ScenarioFlag::add_to(const Subcommand& command) {
  command.add("--scenario", &file,
              "A scenario whose kernel files and dispatchers are offered as well.");
}

void ScenarioFlag::require_trusted(bool trust) const {
  if (file.empty()) return;
  const Scenario scenario = read_scenario(scenario_file(file));
  require_trust(scenario, commands_of(scenario, false), trust);
}

WorkerOptions ScenarioFlag::options(const WorkerFlags& worker, const LimitSpec& limits) const {
  if (file.empty()) return worker.options(std::filesystem::current_path(), limits);
  Scenario scenario = read_scenario(scenario_file(file));
  scenario.limits = limits;
  return worker.options(scenario);
}

void StoreFlag::add_to(const Subcommand& command) {
  command.add("--store", &file,
              "The file of results (default: $ASSAY_STORE, else results/results.db).");
}

Store StoreFlag::open(Store::Mode mode) const { return Store(store_file(file), mode); }

Bindings parse_bindings(const std::vector<std::string>& texts, const char* option) {
  Bindings bindings;
  for (const auto& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw usage_error("{} takes NAME=VALUE, not '{}'", option, text);
    }
    bindings.emplace_back(text.substr(0, equals), value_from_text(text.substr(equals + 1)));
  }
  return bindings;
}

}  // namespace assay::command
