// The setup that all front ends share: finding plugins, caches and the store, starting workers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/supervisor/client.hpp"

namespace assay {

// Returns the options for starting workers: this installation's own `assay worker`, with
// `plugin_folders` searched before the default ones. Relative paths in instance arguments start at
// `data_folder`.
[[nodiscard]] WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                                           const std::filesystem::path& data_folder,
                                           const LimitSpec& limits);
// Returns the options for a scenario: its folder, its limits, the kernels that it brings.
[[nodiscard]] WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                                           const Scenario& scenario);

// Returns the scenario file called `name`: a file of that name, else a shipped scenario, with or
// without its extension. Returns `name` itself if neither exists, so that reading it reports that.
[[nodiscard]] std::filesystem::path scenario_file(const std::string& name);

// Returns the store's file: `given`, else $ASSAY_STORE, else results/results.db.
[[nodiscard]] std::filesystem::path store_file(const std::string& given);

// Returns facts about the circumstances of a run as a JSON object: RunRecord::environment.
[[nodiscard]] std::string environment_json();

// Whether a stream is a terminal that should show colours: NO_COLOR (no-color.org) and TERM=dumb
// turn them off.
[[nodiscard]] bool shows_colours(int file_descriptor);

}  // namespace assay
