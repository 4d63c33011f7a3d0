// What the subcommands of `assay` share. Each lives in a file of its own and registers itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/store/store.hpp"
#include "framework/worker/client.hpp"
#include "tools/assay/command_line.hpp"
#include "tools/common/setup.hpp"

namespace assay::command {

// Exit codes.
enum Exit : int {
  fine = 0,
  failed = 1,        // a regression, or nothing that passed verification
  usage = 2,         // bad command line or scenario
  environment = 3,   // machine or data could not answer
  inconclusive = 4,  // more evidence would tell, or a reference
};

// What main knows of the invocation.
struct Invocation {
  std::string command_line;  // as typed
  int exit_code = fine;      // set by the subcommand that ran
};

// What a run of this machine is recorded with, and the scenario where it follows one.
[[nodiscard]] RunRecord run_record(const std::string& command_line);
[[nodiscard]] RunRecord run_record(const std::string& command_line, const Scenario& scenario);

// Options of every subcommand that starts a worker.
struct WorkerFlags {
  std::vector<std::string> plugin_folders;  // --plugins
  std::string data_folder;                  // --data
  std::string under;                        // --under
  void add_to(const Subcommand& command);
  // True if any of them was given.
  [[nodiscard]] bool any() const {
    return !plugin_folders.empty() || !data_folder.empty() || !under.empty();
  }
  // Relative paths in instance arguments start at --data, else at `default_data_folder`.
  [[nodiscard]] WorkerOptions options(const std::filesystem::path& default_data_folder,
                                      const LimitSpec& limits = {}) const;
  // The same for a scenario: its folder, its limits, the kernels that it brings.
  [[nodiscard]] WorkerOptions options(const Scenario& scenario) const;
};

// The option of what needs no scenario, but may need its kernels.
struct ScenarioFlag {
  std::string file;  // --scenario
  void add_to(const Subcommand& command);
  // For who creates instances of its problems: throws usage Error for a command that computes a
  // reference and that nobody has agreed to run, before or with `trust`.
  void require_trusted(bool trust) const;
  // The worker with the kernels of the scenario, where one is named.
  [[nodiscard]] WorkerOptions options(const WorkerFlags& worker,
                                      const LimitSpec& limits = {}) const;
};

// The option that names the store.
struct StoreFlag {
  std::string file;  // --store
  void add_to(const Subcommand& command);
  // Creates the store, and its folder, where it is to be written.
  [[nodiscard]] Store open(Store::Mode mode) const;
};

// NAME=VALUE, once each: "true", "12" and "0.5" are what they look like, anything else is a text.
// Throws usage Error that names `option` for a text without a name.
[[nodiscard]] Bindings parse_bindings(const std::vector<std::string>& texts, const char* option);

void add_doctor(CommandLine& line, Invocation& invocation);
void add_init(CommandLine& line, Invocation& invocation);
void add_list(CommandLine& line, Invocation& invocation);
void add_tune(CommandLine& line, Invocation& invocation);
void add_run(CommandLine& line, Invocation& invocation);
void add_compare(CommandLine& line, Invocation& invocation);
void add_history(CommandLine& line, Invocation& invocation);
void add_baseline(CommandLine& line, Invocation& invocation);
void add_guard(CommandLine& line, Invocation& invocation);
void add_judge(CommandLine& line, Invocation& invocation);
void add_report(CommandLine& line, Invocation& invocation);
void add_export(CommandLine& line, Invocation& invocation);
void add_import(CommandLine& line, Invocation& invocation);
void add_explain(CommandLine& line, Invocation& invocation);
void add_replay(CommandLine& line, Invocation& invocation);
void add_worker(CommandLine& line, Invocation& invocation);

}  // namespace assay::command
