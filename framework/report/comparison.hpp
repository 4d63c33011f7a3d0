// One model of a comparison, from the store; the writers (writer.hpp) only lay it out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/machine.hpp"
#include "framework/core/pareto.hpp"
#include "framework/core/published.hpp"
#include "framework/core/trial.hpp"
#include "framework/store/store.hpp"

namespace assay {

// How a scenario has its instances ranked.
struct RankingSpec {
  std::string reference;  // the variant that speed-ups refer to; "": as CompareOptions says
  double margin = 0.01;   // a fraction: entries that differ by less are equivalent
  std::vector<InstancePattern> instances;
};

// What is compared; a member that is empty lets everything through.
struct CompareOptions {
  // The variant that speed-ups refer to. "": what the ranking of an instance's scenario says; else
  // of each problem the one that ran on most instances, and of those the slowest, so that speed-ups
  // read as "that much faster".
  std::string reference;
  // Fingerprints or unique beginnings of them. Empty: only the machine of the latest run.
  std::vector<std::string> machines;
  std::vector<std::string> problems;
  std::vector<std::string> variants;
  std::vector<std::int64_t> instances;
  std::optional<std::int64_t> run;
  std::optional<std::string> scenario;
  std::string mode;         // TrialKey::mode, or an objective's name; "": the one recorded last
  bool all_builds = false;  // else of each variant only the build recorded last on an instance
  double confidence = 0.95;
  // How the scenarios rank; where several rank one instance, the first decides.
  std::vector<RankingSpec> rankings;
  Beside beside;  // shown with the instances it belongs to; changes no ranking and no verdict
  // What counts beside the objective on the instances it belongs to: what breaks a requirement is
  // not ranked there. Of several for an instance the first decides.
  std::vector<ParetoSpec> pareto;
};

// Medians over the samples, in seconds.
struct PhaseMedian {
  std::string name;
  double host = 0;
  std::optional<double> device;  // absent where the phase had no device work
};

// The least time the useful work can take at the device's measured peaks.
struct Floor {
  double seconds = 0;
  bool memory_bound = false;  // bytes over bandwidth is the larger part, else flops over peak
  double share = 0;           // of the measured median: 1 is the floor itself
};

// What follows from the measured median: see DerivedQuantity.
struct DerivedValue {
  std::string name;
  std::string unit;
  double value = 0;
};

// What one process measured of a configuration.
struct ProcessMedian {
  std::int64_t trial = 0;
  std::int64_t run = 0;      // that measured it
  std::uint32_t number = 0;  // of the process within the run's stage, from 0: of finals, the round
  double median = 0;         // of the objective
  std::size_t samples = 0;
};

// The best configuration of an entry (verified, or imported; see `stage`).
struct Measurement {
  Bindings configuration;
  // "final", else "run" or "search": not measured again in fresh processes; or "imported": measured
  // by another tool, and not verified here
  std::string stage;
  // The objective in its unit: the median over processes, with bounds for what many processes
  // would have for their median. Upper is infinite for too few processes.
  Interval value;
  std::size_t samples = 0;
  std::size_t slowed = 0;                // of them: the device slowed itself down
  std::vector<ProcessMedian> processes;  // in order of recording
  double seconds = 0;  // the objective's, or of the whole sample where that is energy
  // Seconds, medians over processes: of whole samples, and of what of them was no phase's.
  double wall = 0;
  double outside_phases = 0;
  std::optional<double> device;     // device time, where there was any
  std::vector<PhaseMedian> phases;  // in order of appearance
  std::vector<Fact> facts;          // of the latest of its trials
  std::string recorded;             // when that was, in UTC (ISO 8601)
  std::optional<Floor> floor;       // absent where no peaks were measured or no work is known
  std::vector<DerivedValue> derived;
  // Reference's value over this one; absent without a reference. Upper is infinite, and lower 0,
  // where there are too few processes.
  std::optional<Interval> speed_up;
  // Nothing where some of its trials do not tell: those of other tools and of older versions.
  std::optional<VerifiedSamples> verified;
  std::string agrees_with;                        // TrialResult's; "": verified
  std::vector<double> values;                     // the objective of every sample of all processes
  std::vector<std::optional<double>> clocks_mhz;  // Sample::clock_mhz of each of them
};

struct FailureKind {
  TrialStatus status = TrialStatus::error;
  std::size_t count = 0;
  std::string message;     // of the latest
  Bindings configuration;  // of the latest
};

// A configuration that had a verified result and wins nothing, because a trial of it was wrong.
struct Disqualified {
  Bindings configuration;
  WrongTrial wrong;
};

// One variant (of one build) on one device.
struct Entry {
  std::string label;  // the variant, with device and build where they tell entries apart
  StoredVariant variant;
  std::string device;
  std::size_t configurations = 0;   // tried, failed ones included
  std::optional<Measurement> best;  // absent if nothing was verified or imported
  std::vector<FailureKind> failures;
  std::vector<Disqualified> disqualified;  // in order of their first trials
};

struct Verdict {
  enum class Kind {
    none,       // nothing was verified
    only,       // one entry: nothing to compare with
    winner,     // every other one is slower than entries[0]
    tie,        // the others are slower, or equivalent to it within the margin
    undecided,  // some are neither
  };
  Kind kind = Kind::none;
  std::vector<std::size_t> tied;       // entries equivalent to entries[0], itself not among them
  std::vector<std::size_t> undecided;  // entries of which nobody knows
  std::optional<Interval> margin;      // value of entries[1] over entries[0]
  double equivalence = 0;              // a fraction: what differs by less is equivalent
  std::size_t rounds = 0;              // of finals that the verdict rests on; 0: of none
  std::string advice;                  // what would decide it, where something is undecided
};
[[nodiscard]] const char* to_string(Verdict::Kind kind);

// One number that others published, with ours beside it where there is one.
struct PublishedQuantity {
  enum class Kind { time, derived, fact };
  Kind kind = Kind::time;
  std::string name;
  std::string unit;  // of both numbers; "s" for times
  double published = 0;
  std::optional<double> ours;
  std::optional<double> ratio;  // published over ours
};
[[nodiscard]] const char* to_string(PublishedQuantity::Kind kind);

// What a source says of an instance. Never an Entry: it is not measured here, verified or ranked.
struct PublishedEntry {
  std::string source;
  std::string machine;
  std::string label;
  std::string beside;  // label of the entry that ours is of; "": none has a result
  std::vector<PublishedQuantity> quantities;
};

// A result that none of its front's is better than in everything; see pareto_front.
struct ParetoMember {
  std::size_t instance = 0;  // index into MachineComparison::instances
  std::string label;         // of the entry
  std::string variant;
  std::string device;
  Bindings arguments;  // those of ParetoSpec::across in which the group's instances differ
  Bindings configuration;
  std::string stage;
  Interval value;              // of the objective
  std::vector<double> values;  // of each axis
};

// What may be had on one instance, or on several that differ in some arguments alone: the best
// choices between the objective and what counts beside it.
struct ParetoFront {
  struct Axis {
    std::string name;
    std::string unit;
    bool higher = false;  // is better; else lower is
  };
  std::string label;         // the problem and what tells this group from the others
  std::string requirements;  // that all members keep; "" without
  Objective objective;
  std::vector<Axis> axes;
  std::vector<ParetoMember> members;  // by the objective
  std::size_t candidates = 0;         // configurations that could have been members
  std::vector<std::string> notes;     // what was left out, and why
};

struct InstanceComparison {
  std::int64_t id = 0;
  std::string label;  // the problem and only the arguments in which the compared instances differ
  InstanceRecord record;
  Objective objective;
  std::string requirements;              // that ranked entries keep, as an expression; "" without
  std::optional<std::size_t> reference;  // index into entries
  std::vector<Entry> entries;            // least value first, those without a result last
  Verdict verdict;
  std::vector<PublishedEntry> published;
  std::vector<std::string> notes;  // what a reader must know before believing the numbers
};

struct MachineComparison {
  StoredMachine machine;
  std::vector<InstanceComparison> instances;  // by problem, in order of recording
  std::vector<ParetoFront> fronts;            // in order of their instances
};

struct Comparison {
  std::string mode;
  double confidence = 0.95;
  std::vector<MachineComparison> machines;  // never mixed with each other
  std::vector<std::string> notes;
};

// Reads what the options choose. Evidence is counted by process. Of an instance the intervals of
// all medians hold together at the confidence asked for, as do all comparisons with the best entry
// and all speed-ups. An empty choice is an empty comparison with a note. Throws usage Error for a
// machine, variant, problem or mode that the store does not know.
[[nodiscard]] Comparison compare(const Store& store, const CompareOptions& options = {});

}  // namespace assay
