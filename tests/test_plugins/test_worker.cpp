// The worker without the rest of the `assay` command.
#include <CLI/CLI.hpp>

#include "framework/worker/serve.hpp"

int main(int argc, char** argv) {
  assay::WorkerSettings settings;
  CLI::App app("A worker for tests");
  app.add_option("--plugins", settings.plugin_folders);
  app.add_option("--cache", settings.cache_folder);
  app.add_option("--data", settings.data_folder);
  CLI11_PARSE(app, argc, argv);
  return assay::run_worker(settings);
}
