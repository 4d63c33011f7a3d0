#include "tools/common/setup.hpp"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "framework/core/paths.hpp"
#include "framework/measure/environment.hpp"
#include "framework/supervisor/handover.hpp"

namespace assay {

WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                             const std::filesystem::path& data_folder, const LimitSpec& limits) {
  WorkerOptions options;
  options.command = {(executable_path().parent_path() / "assay").string(), "worker", "--process"};
  options.plugin_folders.assign(plugin_folders.begin(), plugin_folders.end());
  const auto defaults = assay::plugin_folders();
  options.plugin_folders.insert(options.plugin_folders.end(), defaults.begin(), defaults.end());
  options.cache_folder = cache_folder();
  options.data_folder = data_folder;
  options.handover = std::make_shared<Handover>();
  options.instance_seconds = limits.instance_seconds;
  options.memory_gib = limits.memory_gib;
  options.start_seconds = limits.start_seconds;
  return options;
}

WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                             const Scenario& scenario) {
  auto options = worker_options(
      plugin_folders, std::filesystem::absolute(scenario.file).parent_path(), scenario.limits);
  options.kernels = scenario.kernels;
  options.dispatchers = scenario.dispatchers;
  return options;
}

std::filesystem::path scenario_file(const std::string& name) {
  if (std::filesystem::exists(name)) return name;
  for (const auto& candidate : {name, name + ".toml"}) {
    auto shipped = scenario_folder() / candidate;
    if (std::filesystem::exists(shipped)) return shipped;
  }
  return name;
}

std::filesystem::path store_file(const std::string& given) {
  if (!given.empty()) return given;
  if (const char* variable = std::getenv("ASSAY_STORE"); variable != nullptr && *variable != '\0') {
    return variable;
  }
  return "results/results.db";
}

std::string environment_json() { return nlohmann::json(read_environment()).dump(); }

bool shows_colours(int file_descriptor) {
  const char* const terminal = std::getenv("TERM");
  const char* const no_color = std::getenv("NO_COLOR");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return isatty(file_descriptor) != 0 && !dumb && (no_color == nullptr || *no_color == '\0');
}

}  // namespace assay
