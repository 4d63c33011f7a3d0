#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/kernel_file/plugins.hpp"

namespace assay {

// The options of `assay worker`.
struct WorkerSettings {
  std::vector<std::filesystem::path> plugin_folders;  // --plugins FOLDER...
  std::filesystem::path cache_folder;                 // --cache FOLDER; empty: nothing is cached
  std::filesystem::path data_folder;                  // --data FOLDER; empty: the current one
  std::vector<std::string> limit_guardian = {};       // see DeviceOptions
};

// Answers requests (protocol.hpp) until standard input ends, and loads the plugins that they need.
// Takes over standard output: what plugins print goes to standard error. Returns the process's exit
// code. `brought` are plugins in addition to those in the folders.
int run_worker(const WorkerSettings& settings, std::vector<MadePlugin> brought = {});

}  // namespace assay
