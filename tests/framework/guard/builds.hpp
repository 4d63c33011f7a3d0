// Builds of the plugin spinning.cpp (tests/test_plugins) side by side, and a store.
#pragma once

#include <filesystem>
#include <string>

#include "framework/guard/guard.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

inline guard::BuildFolders folders_of(const std::string& baseline, const std::string& candidate) {
  const std::filesystem::path root = ASSAY_TEST_PLUGINS;
  return {{root / baseline}, {root / candidate}, {}};
}

inline Scenario spin_scenario() {
  Scenario scenario;
  scenario.name = "spin";
  scenario.instances = {{"test/one", {}}};
  scenario.variants = {{"spin.cpu", "", {}, {}}};
  return scenario;
}

// Everything that a guard works with.
struct BuildBench {
  BuildBench(const std::string& baseline, const std::string& candidate)
      : folders(folders_of(baseline, candidate)),
        options(worker()),
        store(folder / "s.db"),
        catalogs(guard::describe_builds(folders, options)),
        baseline_worker(alone(folders.baseline)),
        candidate_worker(alone(folders.candidate)),
        session(store, baseline_worker, {"assay guard", "spin", "", "0.1", "{}"}, scenario),
        cases(guard::make_cases(scenario, catalogs, session, candidate_worker)) {}

  static WorkerOptions worker() {
    WorkerOptions options;
    options.command = {ASSAY_TEST_WORKER};
    return options;
  }
  [[nodiscard]] WorkerOptions alone(const std::vector<std::filesystem::path>& own) const {
    WorkerOptions one = options;
    one.plugin_folders = own;
    return one;
  }

  TemporaryFolder folder;
  Scenario scenario = spin_scenario();
  guard::BuildFolders folders;
  WorkerOptions options;
  Store store;
  guard::BuildCatalogs catalogs;
  WorkerClient baseline_worker;
  WorkerClient candidate_worker;
  Session session;
  guard::Cases cases;
};

}  // namespace assay::test
