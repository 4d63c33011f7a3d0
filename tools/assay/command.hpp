// The common part of the subcommands of `assay`. Each has its own file and registers itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/store/store.hpp"
#include "framework/supervisor/client.hpp"
#include "tools/assay/command_line.hpp"
#include "tools/common/setup.hpp"

namespace assay::command {

// Exit codes.
enum Exit : int {
  fine = 0,
  failed = 1,        // a regression, or nothing that passed verification
  usage = 2,         // bad command line or scenario
  environment = 3,   // machine or data could not answer
  inconclusive = 4,  // more evidence, or a reference, is needed
};

// The data of an invocation that main shares with the subcommands.
struct Invocation {
  std::string command_line;  // as typed
  int exit_code = fine;      // set by the subcommand that ran
};

// Returns the record of a run on this machine, with its scenario if it has one.
[[nodiscard]] RunRecord run_record(const std::string& command_line);
[[nodiscard]] RunRecord run_record(const std::string& command_line, const Scenario& scenario);

// The options of every subcommand that starts a worker.
struct WorkerFlags {
  std::vector<std::string> plugin_folders;  // --plugins
  std::string data_folder;                  // --data
  std::string under;                        // --under
  void add_to(const Subcommand& command);
  // Whether any of the options was given.
  [[nodiscard]] bool any() const {
    return !plugin_folders.empty() || !data_folder.empty() || !under.empty();
  }
  // Relative paths in instance arguments start at --data, else at `default_data_folder`.
  [[nodiscard]] WorkerOptions options(const std::filesystem::path& default_data_folder,
                                      const LimitSpec& limits = {}) const;
  // Returns the options for a scenario: its folder, its limits, the kernels and dispatchers that it
  // brings.
  [[nodiscard]] WorkerOptions options(const Scenario& scenario) const;
};

// The option of subcommands that need no scenario, but may need its kernels.
struct ScenarioFlag {
  std::string file;  // --scenario
  void add_to(const Subcommand& command);
  // For subcommands that create instances of the scenario's problems: throws usage Error for a
  // command that computes a reference unless the user has agreed to run it, earlier or with
  // `trust`.
  void require_trusted(bool trust) const;
  // Returns the options of a worker with the kernels of the scenario, if one is named.
  [[nodiscard]] WorkerOptions options(const WorkerFlags& worker,
                                      const LimitSpec& limits = {}) const;
};

// The option that names the store.
struct StoreFlag {
  std::string file;  // --store
  void add_to(const Subcommand& command);
  // Opens the store; creates it, and its folder, if it is to be written.
  [[nodiscard]] Store open(Store::Mode mode) const;
};

// Parses NAME=VALUE, each name once: "true", "12" and "0.5" become a bool, an integer and a real,
// everything else a text. Throws usage Error that names `option` for a text without a name.
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
void add_dispatch(CommandLine& line, Invocation& invocation);
void add_import(CommandLine& line, Invocation& invocation);
void add_explain(CommandLine& line, Invocation& invocation);
void add_replay(CommandLine& line, Invocation& invocation);
void add_traces(CommandLine& line, Invocation& invocation);
void add_worker(CommandLine& line, Invocation& invocation);

}  // namespace assay::command
