// A worker, or a station of such workers, without the rest of the `assay` command.
#include <CLI/CLI.hpp>

#include "framework/device/machine.hpp"
#include "framework/supervisor/station.hpp"
#include "framework/worker/serve.hpp"

int main(int argc, char** argv) {
  assay::WorkerSettings settings;
  bool station = false;
  std::string limits_of;
  CLI::App app("A worker for tests");
  app.add_option("--plugins", settings.plugin_folders);
  app.add_option("--cache", settings.cache_folder);
  app.add_option("--data", settings.data_folder);
  app.add_flag("--station", station);
  app.add_option("--limits-of", limits_of);
  CLI11_PARSE(app, argc, argv);
  if (!limits_of.empty()) return assay::device::guard_limits(limits_of);
  settings.limit_guardian = {"/proc/self/exe", "--limits-of"};
  if (!station) return assay::run_worker(settings);
  std::vector<std::string> process(argv, argv + argc);
  std::erase(process, "--station");
  return assay::run_station(process);
}
