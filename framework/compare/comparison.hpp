// A comparison of what a store holds, as one model; the writers (writer.hpp) only lay it out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/instance_record.hpp"
#include "framework/core/interval.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/pareto.hpp"
#include "framework/core/published.hpp"
#include "framework/core/trial.hpp"
#include "framework/store/store.hpp"

namespace assay {

// The ranking that a scenario asks for on its instances.
struct RankingSpec {
  std::string reference;  // variant that speed-ups refer to; "": see CompareOptions::reference
  double margin = 0.01;   // a fraction: entries that differ by less are equivalent
  std::vector<InstancePattern> instances;
};

// The choice of what is compared; an empty member lets everything through.
struct CompareOptions {
  // The variant that speed-ups refer to. "": the one that an instance's scenario names, or else,
  // for each problem, the slowest of the variants that ran on most instances, so that speed-ups
  // read as "that much faster".
  std::string reference;
  // Fingerprints or unique beginnings of them. Empty: only the machine of the latest run.
  std::vector<std::string> machines;
  std::vector<std::string> problems;
  std::vector<std::string> variants;
  std::vector<std::int64_t> instances;
  std::optional<std::int64_t> run;
  std::optional<std::string> scenario;
  std::string mode;  // a TrialKey::mode or the name of an objective; "": the mode recorded last
  bool all_builds = false;  // false: only the build of each variant recorded last on an instance
  double confidence = 0.95;
  // The rankings of the scenarios; the first one that matches an instance applies.
  std::vector<RankingSpec> rankings;
  Beside beside;  // shown with the instances it matches; affects no ranking or verdict
  // The quantities that count in addition to the objective. A result that breaks a requirement is
  // not ranked. The first specification that matches an instance applies.
  std::vector<ParetoSpec> pareto;
};

// Medians of one phase over the samples, in seconds.
struct PhaseMedian {
  std::string name;
  double host = 0;
  std::optional<double> device;  // absent where the phase had no device work
};

// The shortest time that the useful work can take at the device's measured peaks.
struct Floor {
  double seconds = 0;
  bool memory_bound = false;  // whether bytes over bandwidth exceeds flops over peak
  double share = 0;  // fraction of the measured median: 1 if the median is the floor itself
};

// A value derived from the measured median: see DerivedQuantity.
struct DerivedValue {
  std::string name;
  std::string unit;
  double value = 0;
};

// The measurement of a configuration by one process.
struct ProcessMedian {
  std::int64_t trial = 0;
  std::int64_t run = 0;      // the run that measured it
  std::uint32_t number = 0;  // of the process in the run's stage, from 0; in finals the round
  double median = 0;         // of the objective, in its unit
  std::size_t samples = 0;
};

// The best configuration of an entry (verified, or imported; see `stage`).
struct Measurement {
  Bindings configuration;
  // "final"; "run" or "search": not measured again in fresh processes; "imported": measured by
  // another tool and not verified here.
  std::string stage;
  // The objective in its unit: the median over processes, with confidence bounds for the median of
  // infinitely many processes. Upper is infinite if there are too few processes.
  Interval value;
  std::size_t samples = 0;
  std::size_t slowed = 0;  // of the samples, those taken while the device slowed itself down
  std::vector<ProcessMedian> processes;  // in order of recording
  double seconds = 0;  // the objective in seconds; for energy, the whole sample's time
  // Medians over processes, in seconds: of whole samples, and of their parts outside all phases.
  double wall = 0;
  double outside_phases = 0;
  std::optional<double> device;     // device time in seconds, if there was any
  std::vector<PhaseMedian> phases;  // in order of appearance
  std::vector<Fact> facts;          // of the latest of its trials
  std::string recorded;             // date of the latest of its trials, in UTC (ISO 8601)
  std::optional<Floor> floor;       // absent if no peaks were measured or the work is unknown
  std::vector<DerivedValue> derived;
  // The reference's value divided by this one; absent without a reference. With too few processes
  // the bounds are infinite and 0.
  std::optional<Interval> speed_up;
  // Absent if it is unknown for some of the trials, as it is for other tools.
  std::optional<VerifiedSamples> verified;
  std::string agrees_with;     // TrialResult::agrees_with; "": independently verified
  std::vector<double> values;  // the objective of each sample of all processes
  std::vector<std::optional<double>> clocks_mhz;  // Sample::clock_mhz of each of these samples

  // Turns costs by the objective into its values: `value`, `values` and those of the processes.
  void tell(const Objective& objective);
};

struct FailureKind {
  TrialStatus status = TrialStatus::error;
  std::size_t count = 0;
  std::string message;     // of the latest failure
  Bindings configuration;  // of the latest failure
};

// A configuration with a verified result that cannot win, because one of its trials was wrong.
struct Disqualified {
  Bindings configuration;
  WrongTrial wrong;
};

// The results of one variant (one build of it) on one device.
struct Entry {
  std::string label;  // the variant, with device and build if entries differ in them
  StoredVariant variant;
  std::string device;
  std::size_t configurations = 0;   // number of configurations tried, failed ones included
  std::optional<Measurement> best;  // absent if nothing was verified or imported
  std::vector<FailureKind> failures;
  std::vector<Disqualified> disqualified;  // in order of their first trials
};

struct Verdict {
  enum class Kind {
    none,    // no entry has a verified result
    only,    // only one entry has a result, so there is nothing to compare
    winner,  // every other entry is slower than entries[0]
    tie,     // every other entry is slower or equivalent within the margin, at least one equivalent
    undecided,  // some entries are found neither slower nor equivalent
  };
  Kind kind = Kind::none;
  std::vector<std::size_t> tied;       // entries equivalent to entries[0], without itself
  std::vector<std::size_t> undecided;  // entries found neither slower nor equivalent
  std::optional<Interval> margin;      // the value of entries[1] divided by that of entries[0]
  double equivalence = 0;              // a fraction: smaller differences are equivalent
  std::size_t rounds = 0;  // rounds of finals that the verdict rests on; 0 without finals
  std::string advice;      // what would settle an undecided verdict; "" if nothing is undecided
};
[[nodiscard]] const char* to_string(Verdict::Kind kind);

// One published number, with assay's own next to it if there is one.
struct PublishedQuantity {
  enum class Kind { time, derived, fact };
  Kind kind = Kind::time;
  std::string name;
  std::string unit;  // of both numbers; "s" for times
  double published = 0;
  std::optional<double> ours;
  std::optional<double> ratio;  // published divided by ours
};
[[nodiscard]] const char* to_string(PublishedQuantity::Kind kind);

// The figures that a source publishes for an instance. Never an Entry, since nothing here measured,
// verified or ranked them.
struct PublishedEntry {
  std::string source;
  std::string machine;
  std::string label;
  std::string beside;  // label of the entry that `ours` belongs to; "" if no entry has a result
  std::vector<PublishedQuantity> quantities;
};

// A member of a front: no other result of the front is better in everything; see pareto_front.
struct ParetoMember {
  std::size_t instance = 0;  // index into MachineComparison::instances
  std::string label;         // of the entry
  std::string variant;
  std::string device;
  Bindings arguments;  // those of ParetoSpec::across in which the group's instances differ
  Bindings configuration;
  std::string stage;
  Interval value;              // of the objective, in its unit
  std::vector<double> values;  // one for each axis
};

// The best trade-offs between the objective and the quantities that count in addition, on one
// instance or on several that differ only in some arguments.
struct ParetoFront {
  struct Axis {
    std::string name;
    std::string unit;
    bool higher = false;  // whether higher values are better
  };
  std::string label;         // the problem and what distinguishes this group from the others
  std::string requirements;  // those that all members keep; "" without requirements
  Objective objective;
  std::vector<Axis> axes;
  std::vector<ParetoMember> members;  // in order of the objective
  std::size_t candidates = 0;         // number of configurations that could have been members
  std::vector<std::string> notes;     // what was left out and why
};

struct InstanceComparison {
  std::int64_t id = 0;
  std::string label;  // the problem and only the arguments in which the compared instances differ
  InstanceRecord record;
  Objective objective;
  std::string requirements;  // an expression that ranked entries keep; "" without requirements
  std::optional<std::size_t> reference;  // index into entries
  std::vector<Entry> entries;            // smallest value first; those without a result last
  Verdict verdict;
  std::vector<PublishedEntry> published;
  std::vector<std::string> notes;  // what a reader must know before believing the numbers
};

struct MachineComparison {
  StoredMachine machine;
  std::vector<InstanceComparison> instances;  // by problem, then in order of recording
  std::vector<ParetoFront> fronts;            // in order of their instances
};

struct Comparison {
  std::string mode;
  double confidence = 0.95;
  std::vector<MachineComparison> machines;  // never compared with each other
  std::vector<std::string> notes;
};

// Compares what the options choose. The unit of evidence is the process. For each instance, the
// intervals of all medians hold simultaneously at the confidence asked for, as do all comparisons
// with the best entry and all speed-ups. An empty choice gives an empty comparison with a note.
// Throws usage Error for a machine, variant, problem or mode that the store does not know.
[[nodiscard]] Comparison compare(const Store& store, const CompareOptions& options = {});

}  // namespace assay
