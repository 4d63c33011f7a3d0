// What every front end does before it can work: find plugins, caches and the store, start workers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/worker/client.hpp"

namespace assay {

// How to start workers: this installation's own `assay worker`, with `plugin_folders` searched
// before the default ones. `data_folder` anchors relative paths in instance arguments.
[[nodiscard]] WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                                           const std::filesystem::path& data_folder,
                                           const LimitSpec& limits);
// The same for a scenario: its folder, its limits, the kernels that it brings.
[[nodiscard]] WorkerOptions worker_options(const std::vector<std::string>& plugin_folders,
                                           const Scenario& scenario);

// The scenario file called `name`: a file of that name, else one of the scenarios shipped, with or
// without its ending. `name` itself where there is neither, so that reading it says so.
[[nodiscard]] std::filesystem::path scenario_file(const std::string& name);

// The store's file: `given`, else $ASSAY_STORE, else results/results.db.
[[nodiscard]] std::filesystem::path store_file(const std::string& given);

// Facts about how a run came about, as a JSON object: RunRecord::environment.
[[nodiscard]] std::string environment_json();

// True if a stream is a terminal that should show colours: NO_COLOR (no-color.org) and TERM=dumb
// turn them off.
[[nodiscard]] bool shows_colours(int file_descriptor);

}  // namespace assay
