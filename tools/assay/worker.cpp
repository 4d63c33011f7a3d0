// assay worker: serves a supervisor over standard input and output. When users start it, on other
// hosts, it is a station that hosts worker processes; each of those loads plugins and measures.
#include "framework/device/machine.hpp"
#include "framework/supervisor/station.hpp"
#include "framework/worker/serve.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {
namespace {

struct HostFlags {
  bool process = false;
  std::string limits_of;
  WorkerSettings settings;
};

// Hosts processes that look for plugins in the given folders and in those of this installation.
int host_processes(const WorkerSettings& given) {
  std::vector<std::string> folders;
  for (const auto& folder : given.plugin_folders) folders.push_back(folder.string());
  WorkerOptions options = worker_options(folders, given.data_folder, {});
  if (!given.cache_folder.empty()) options.cache_folder = given.cache_folder;
  return run_station(command_line(options));
}

}  // namespace

void add_worker(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "worker",
      "Serve one `assay tune --worker` over standard input and output. That command starts this "
      "one, here or through ssh, srun and the like on another host, and measures there.");
  auto flags = std::make_shared<HostFlags>();
  command.add("--plugins", &flags->settings.plugin_folders,
              "Folders to load plugins from, before those of this installation.");
  command.add(
      "--cache", &flags->settings.cache_folder,
      "The folder of the compile and instance cache (default: the one that all commands use).");
  command.add("--data", &flags->settings.data_folder,
              "The folder that relative paths in instance arguments start from (default: the "
              "current folder).");
  command.add("--process", &flags->process,
              "Run a single worker process with exactly these folders (for assay's own use).");
  command.add("--limits-of", &flags->limits_of,
              "Limit this GPU for the process that started this one, until it ends (for assay's "
              "own use).");
  command.callback([flags, &invocation] {
    if (!flags->limits_of.empty()) {
      invocation.exit_code = device::guard_limits(flags->limits_of);
      return;
    }
    flags->settings.limit_guardian = {"/proc/self/exe", "worker", "--limits-of"};
    invocation.exit_code =
        flags->process ? run_worker(flags->settings) : host_processes(flags->settings);
  });
}

}  // namespace assay::command
