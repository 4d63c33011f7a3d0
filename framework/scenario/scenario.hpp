#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/pareto.hpp"
#include "framework/core/published.hpp"
#include "framework/core/strategy_spec.hpp"
#include "framework/decision/dispatcher_file.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// An instance to measure on: a problem with some of its arguments; the others keep their defaults.
using InstanceSpec = InstancePattern;

// How a variant takes part.
struct VariantSpec {
  std::string name;
  std::string device;  // id or part of a name; "": the first device of the variant's backend
  std::map<std::string, std::vector<Value>> values;  // replace the declared values of a parameter
  std::vector<Constraint> constraints;               // in addition to the declared ones
  bool optional = false;                   // left out, with a note, if no plugin provides it
  std::vector<std::string> problems = {};  // only on these; empty: on all problems of the scenario
};

// The limits of each search that no scenario and no command bounds.
inline constexpr double default_search_seconds = 60;
inline constexpr std::uint64_t default_trials = 50;

struct TuneSpec {
  StrategySpec strategy;
  std::uint64_t seed = 1;
  // Per variant and instance; `together`: per instance. Nothing: default_trials, or as many as
  // whole_seconds allow.
  std::optional<std::uint64_t> trials;
  // Per variant and instance; `together`: per instance. Nothing: default_search_seconds, or the
  // search's share of whole_seconds.
  std::optional<double> seconds;
  // The limit of the whole tune: instances, searches, finals. Set by the command, not by the file.
  double whole_seconds = std::numeric_limits<double>::infinity();
  bool together = false;      // search the variants of an instance as one space
  bool reproducible = false;  // the same trials at every repetition, at the cost of time
  bool warm_start = true;     // start from results recorded on other instances and machines
  bool retry_failed = false;  // repeat earlier runs' failures; set by the command, not the file

  [[nodiscard]] std::uint64_t trial_budget() const {
    const bool timed = whole_seconds < std::numeric_limits<double>::infinity();
    return trials.value_or(timed ? std::numeric_limits<std::uint64_t>::max() : default_trials);
  }
};

struct LimitSpec {
  double compile_seconds = 60;     // compiling and preparing one trial
  double run_seconds = 30;         // one repetition
  double instance_seconds = 3600;  // creating an instance and its reference
  double memory_gib = 0;           // of the worker; 0: nine tenths of the machine's memory
  double start_seconds = 60;       // until a worker greets, and until it has described its contents
};

// How the winner is found: the best configurations of every variant are measured again in rounds of
// fresh processes, until the best one is told apart from all others.
struct FinalSpec {
  std::uint32_t configurations = 2;  // per variant and instance; more where they look alike
  std::uint32_t rounds = 160;        // at most; fewer if everything is decided earlier
  double seconds = 60;               // per instance, at most
  double margin = 0.01;      // a fraction: configurations that differ by less are equivalent
  SamplingOptions sampling;  // of each process
};

// A scenario file, read and checked as far as possible without the plugins.
struct Scenario {
  std::filesystem::path file;
  std::string text;
  std::string name;
  std::string description;
  std::string reference;  // the variant that speed-ups refer to; "": the slowest
  std::vector<InstanceSpec> instances;
  // Never searched: what a dispatcher that is made for `instances` is tried on.
  std::vector<InstanceSpec> held_out;
  // Empty: every variant of the problems, with its full space. Includes the scenario's own kernels.
  std::vector<VariantSpec> variants;
  TuneSpec tune;
  SamplingOptions sampling;
  FinalSpec finals;
  LimitSpec limits;
  std::vector<std::string> workers;  // commands that start workers; empty: one worker on this host
  Objective objective;
  KernelFiles kernels;  // problems and variants that the scenario itself defines
  std::vector<DispatcherFile> dispatchers;  // variants that choose from others
  Beside beside;                            // applies to `instances` only
  ParetoSpec pareto;               // applies to `instances` only; empty: the objective alone counts
  std::vector<std::string> notes;  // keys given under older names, a line each
};

// The default limit for sampling a trial of energy: one of its samples takes up to two seconds
// (measure/energy_blocks.hpp), and an interval needs six samples.
inline constexpr double energy_max_seconds = 20;

// The default width of a process's interval in finals: no wider than the differences to be found
// there.
inline constexpr double finals_relative_width = 0.002;

// The least warm-up of a process in finals, by default: until then the threads of a fresh process
// may share a core, and nothing in the samples shows for how long.
inline constexpr double finals_warm_up_seconds = 0.04;

// Throws usage Error if the objective cannot be measured in the cache mode.
void require_mode(const Objective& objective, CacheMode cache);

// Reads a scenario file, the sources of its kernels and the files of its dispatchers; the format is
// documented in docs/scenarios.md. An argument given as an array stands for one instance per
// element, several arrays for all combinations. Throws usage Error with file:line:column for bad
// syntax, an unknown key (suggesting the nearest), a value of a wrong type or out of range;
// environment Error if the file cannot be read.
[[nodiscard]] Scenario read_scenario(const std::filesystem::path& file);

// Reads a scenario from a text, without the files that it names; `file` is used in messages.
[[nodiscard]] Scenario parse_scenario(const std::string& text, const std::filesystem::path& file);

}  // namespace assay
