// What the subcommands of `assay guard` share.
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
  std::optional<std::uint64_t> blocks;  // --blocks, of a guard

  // Scenario, store and what counts as a change.
  void add_to(const Subcommand& command);
  // How much of a case is measured.
  void add_measuring_to(const Subcommand& command);
  // How much of all.
  void add_extent_to(const Subcommand& command);
  // Puts what was given into `options`; their budget begins. Throws usage Error.
  void settle();
  // What --detect says, as a fraction. Throws usage Error.
  [[nodiscard]] double wanted() const;
};

// Which of the times that programs tell.
class ProgramFlags {
 public:
  void add_to(const Subcommand& command);
  // Throws usage Error where one is named and there is no program.
  [[nodiscard]] BenchmarkTime time(bool of_programs) const;

 private:
  std::string time_name_ = "real";
  std::optional<Option> time_;
};

// The command that builds revisions, and where it leaves plugins.
struct RevisionFlags {
  std::string build;
  std::filesystem::path plugins;
  void add_to(const Subcommand& command);
};

// What a guard works with once both builds are known: a run in the store, the cases, their blocks.
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

  // How workers start that load one build.
  [[nodiscard]] WorkerOptions alone(const Folders& own) const;
};

// The guard of builds of a program that measures itself. Throws usage Error where one of them is
// not named, something is that only plugins have, or no benchmark goes by one of the `accepted`.
[[nodiscard]] guard::GuardReport guard_programs(const GuardFlags& flags,
                                                const guard::Programs& programs,
                                                const std::vector<std::string>& accepted,
                                                const std::string& command_line);

// What a build, compared with itself, told of this machine: one for each case.
struct Calibrated {
  std::vector<guard::Case> cases;
  std::vector<guard::CaseCalibration> found;
};

// The same of such a program, in `blocks` processes and as many again.
[[nodiscard]] Calibrated calibrate_program(const GuardFlags& flags, const std::string& program,
                                           BenchmarkTime time, std::size_t blocks,
                                           const std::string& command_line);

// What the store knows of such a program, which runs to tell its benchmarks: one for each case,
// without a record where none was calibrated.
[[nodiscard]] Calibrated recorded_calibrations(const GuardFlags& flags, const std::string& program,
                                               BenchmarkTime time, const std::string& command_line);

// Says of each case what `line` returns, under the instance that it belongs to.
void print_cases(const std::vector<guard::Case>& cases,
                 const std::function<std::string(std::size_t)>& line);

// Each registers itself below `assay guard`.
void add_guard_calibrate(const Subcommand& guard, Invocation& invocation);
void add_guard_plan(const Subcommand& guard, Invocation& invocation);
void add_guard_bisect(const Subcommand& guard, Invocation& invocation);

}  // namespace assay::command
