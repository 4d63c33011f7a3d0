// The common part of the subcommands of `assay guard`.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/guard/calibrate.hpp"
#include "framework/guard/guard.hpp"
#include "framework/guard/programs.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/guard_output.hpp"
#include "tools/assay/scenario_choice.hpp"

namespace assay::command {

using Folders = std::vector<std::filesystem::path>;

struct GuardFlags {
  ScenarioChoice choice;
  StoreFlag store;
  Folders plugins;
  std::string data_folder;
  std::string detect = "2%";
  guard::GuardOptions options;
  std::optional<std::uint64_t> blocks;  // --blocks; only for `assay guard` itself

  // Adds the options for scenario, store and the size of a relevant change.
  void add_to(const Subcommand& command);
  // Adds the options that limit the measurement of a case.
  void add_measuring_to(const Subcommand& command);
  // Adds the options that limit the whole measurement.
  void add_extent_to(const Subcommand& command);
  // Copies the given values to `options`, and starts their time budget. Throws usage Error.
  void settle();
  // Returns the value of --detect as a fraction. Throws usage Error.
  [[nodiscard]] double wanted() const;
};

// The option that selects one of the times that programs report.
class ProgramFlags {
 public:
  void add_to(const Subcommand& command);
  // Throws usage Error if a time is named and there is no program.
  [[nodiscard]] BenchmarkTime time(bool of_programs) const;

 private:
  std::string time_name_ = "real";
  std::optional<Option> time_;
};

// The command that builds revisions, and the folder where it leaves plugins.
struct RevisionFlags {
  std::string build;
  std::filesystem::path plugins;
  void add_to(const Subcommand& command);
};

// The working set of a guard once both builds are known: a run in the store, the cases, their
// blocks.
struct GuardBench {
  GuardBench(const GuardFlags& flags, const std::string& command_line, const Scenario& scenario,
             guard::BuildFolders build_folders);

  guard::BuildFolders folders;
  Store store;
  WorkerOptions options;
  guard::BuildCatalogs catalogs;
  WorkerClient baseline_worker;
  WorkerClient candidate_worker;
  Session session;
  guard::WorkerBlocks blocks;
  guard::Cases cases;

  // Returns the options of workers that load only one build.
  [[nodiscard]] WorkerOptions alone(const Folders& own) const;
};

// Guards builds of a program that measures itself. Throws usage Error if one of the programs is not
// named, if an option is given that applies only to plugins, or if no benchmark has one of the
// `accepted` names.
[[nodiscard]] guard::GuardReport guard_programs(const GuardFlags& flags,
                                                const guard::Programs& programs,
                                                const std::vector<std::string>& accepted,
                                                const std::string& command_line);

// The results of comparing a build with itself on this machine: one for each case.
struct Calibrated {
  std::vector<guard::Case> cases;
  std::vector<guard::CaseCalibration> found;
};

// Calibrates a program that measures itself, with `blocks` processes on each of two sides.
[[nodiscard]] Calibrated calibrate_program(const GuardFlags& flags, const std::string& program,
                                           BenchmarkTime time, std::size_t blocks,
                                           const std::string& command_line);

// Returns the recorded calibrations of a program that measures itself, which is run to list its
// benchmarks: one for each case, without a record for cases that were not calibrated.
[[nodiscard]] Calibrated recorded_calibrations(const GuardFlags& flags, const std::string& program,
                                               BenchmarkTime time, const std::string& command_line);

// Prints `line` for each case, under the instance of the case.
void print_cases(const std::vector<guard::Case>& cases,
                 const std::function<std::string(std::size_t)>& line);

// Each function registers its subcommand below `assay guard`.
void add_guard_calibrate(const Subcommand& guard, Invocation& invocation);
void add_guard_plan(const Subcommand& guard, Invocation& invocation);
void add_guard_bisect(const Subcommand& guard, Invocation& invocation);

}  // namespace assay::command
