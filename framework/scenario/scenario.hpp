#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/pareto.hpp"
#include "framework/core/published.hpp"
#include "framework/core/strategy_spec.hpp"
#include "framework/core/trial.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// One instance to measure on: a problem with some of its arguments, the rest keep their defaults.
using InstanceSpec = InstancePattern;

// How one variant takes part.
struct VariantSpec {
  std::string name;
  std::string device;  // id or part of a name; "": the first device of the variant's backend
  std::map<std::string, std::vector<Value>> values;  // replaces the values a parameter declares
  std::vector<Constraint> constraints;               // beyond those the variant declares
  bool optional = false;                   // left out, with a note, where no plugin brings it
  std::vector<std::string> problems = {};  // only on these; empty: on all of the scenario
};

struct TuneSpec {
  StrategySpec strategy;
  std::uint64_t seed = 1;
  std::uint64_t trials = 50;  // per variant and instance; `together`: per instance
  double seconds = 60;        // as trials
  // The limit of everything: instances, searches, finals. Asked for by the command, not the file.
  double whole_seconds = std::numeric_limits<double>::infinity();
  bool together = false;      // the variants of an instance are one space
  bool warm_start = true;     // from what is recorded on other instances and machines
  bool retry_failed = false;  // what failed in earlier runs; asked for by the command, not the file
};

struct LimitSpec {
  double compile_seconds = 60;     // compiling and preparing one trial
  double run_seconds = 30;         // one repetition
  double instance_seconds = 3600;  // creating an instance and its reference
  double memory_gib = 0;           // of the worker; 0: nine tenths of the machine's
  double start_seconds = 60;       // until a worker greets, and until it has described what it has
};

// How the winner is found: the best configurations of every variant, measured again in rounds of
// fresh processes, until the best one is told apart from all others.
struct FinalSpec {
  std::uint32_t configurations = 2;  // per variant and instance, more where they look alike
  std::uint32_t rounds = 160;        // at most; fewer where everything is decided
  double seconds = 60;               // per instance, at most
  double margin = 0.01;              // a fraction: what differs by less is equivalent
  SamplingOptions sampling;          // of each process
};

// A scenario file, read and checked as far as that goes without the plugins.
struct Scenario {
  std::filesystem::path file;
  std::string text;
  std::string name;
  std::string description;
  std::string reference;  // the variant that speed-ups are told against; "": the slowest
  std::vector<InstanceSpec> instances;
  // Empty: every variant of the problems, as it is. Kernels of the scenario are among them.
  std::vector<VariantSpec> variants;
  TuneSpec tune;
  SamplingOptions sampling;
  FinalSpec finals;
  LimitSpec limits;
  std::vector<std::string> workers;  // commands that start workers elsewhere; empty: one here
  Objective objective;
  KernelFiles kernels;             // problems and variants that the scenario itself brings
  Beside beside;                   // belongs to `instances` and no others
  ParetoSpec pareto;               // likewise; empty: the objective alone counts
  std::vector<std::string> notes;  // what the file says in words of earlier versions, a line each
};

// How long a trial of energy may be sampled unless somebody says otherwise: a sample of it takes up
// to two seconds (measure/energy_blocks.hpp), and an interval needs six.
inline constexpr double energy_max_seconds = 20;

// How narrow the interval of a process is to be in finals unless the scenario says otherwise: no
// wider than what is told apart there.
inline constexpr double finals_relative_width = 0.002;

// How long a process of the finals warms up at least unless the scenario says otherwise: until then
// the threads of a fresh one may share a core, and nothing in the samples tells for how long.
inline constexpr double finals_warm_up_seconds = 0.04;

// Throws usage Error if this objective cannot be measured with caches in that mode.
void require_mode(const Objective& objective, CacheMode cache);

// Reads a scenario file and the sources of its kernels; the format is documented in
// docs/scenarios.md. An argument given as an array stands for one instance per element, several
// arrays for all combinations. Throws usage Error with file:line:column for bad syntax, an unknown
// key (naming the nearest), a value of a wrong type or out of range; environment Error if the file
// cannot be read.
[[nodiscard]] Scenario read_scenario(const std::filesystem::path& file);

// The same from a text, without the sources; `file` is named in messages.
[[nodiscard]] Scenario parse_scenario(const std::string& text, const std::filesystem::path& file);

}  // namespace assay
