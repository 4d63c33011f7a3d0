// assay worker: the process that loads plugins and measures, spoken to over standard input and
// output.
#include "framework/worker/serve.hpp"

#include "tools/assay/command.hpp"

namespace assay::command {

void add_worker(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "worker", "Serve one supervisor over standard input and output (started by the others).");
  auto settings = std::make_shared<WorkerSettings>();
  command->add_option("--plugins", settings->plugin_folders, "Folders to load plugins from.");
  command->add_option("--cache", settings->cache_folder,
                      "Folder of the compile and instance cache.");
  command->add_option("--data", settings->data_folder, "Where relative paths of instances start.");
  command->callback([settings, &invocation] { invocation.exit_code = run_worker(*settings); });
}

}  // namespace assay::command
