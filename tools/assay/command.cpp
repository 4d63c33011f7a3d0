#include "tools/assay/command.hpp"

namespace assay::command {

void WorkerFlags::add_to(CLI::App& app) {
  app.add_option("--plugins", plugin_folders,
                 "Folders to load plugins from, before the default ones.");
  app.add_option("--data", data_folder,
                 "Where relative paths of data files start (default: the scenario's folder).");
}

WorkerOptions WorkerFlags::options(const std::filesystem::path& default_data_folder,
                                   const LimitSpec& limits) const {
  return worker_options(
      plugin_folders,
      data_folder.empty() ? default_data_folder : std::filesystem::absolute(data_folder), limits);
}

void StoreFlag::add_to(CLI::App& app) {
  app.add_option("--store", file,
                 "The file of results (default: $ASSAY_STORE, else results/results.db).");
}

Store StoreFlag::open(Store::Mode mode) const { return Store(store_file(file), mode); }

}  // namespace assay::command
