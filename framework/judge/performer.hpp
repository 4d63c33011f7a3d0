// The candidate at work, as all parts of a hearing see it.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/judge/candidate.hpp"
#include "framework/worker/arena.hpp"

namespace assay::judge {

// Which candidate to hear, and how.
struct Summons {
  WorkerOptions candidate;   // options for its process: confined
  double step_seconds = 60;  // allowed for a step
  std::string variant;
  std::string build_id;
  std::string device;
  bool in_device_memory = false;  // it works there: whole arrays are copied to and fro
  Bindings configuration;
  // Instances of one shape with different values. With only one, kept results cannot be detected.
  std::vector<InstanceKey> instances;
  std::vector<InstanceKey> further = {};  // additional such instances, used if there is a suspicion
  // Inputs that variants may prepare from: if they differ, the candidate prepares again.
  std::set<std::string> setup;
  std::size_t repetitions = 12;  // with inputs drawn among the instances
  std::uint64_t seed = 0;        // of the draws
};

// Seconds that steps took. "Reported" times come from the candidate, "judged" times from the
// judge's clock, from request to answer.
struct StepTimes {
  double prepare = 0;           // reported for the last preparation
  std::vector<double> told;     // reported for each repetition with caches as they were
  std::vector<double> cold;     // reported for each repetition with empty caches
  std::vector<double> hidden;   // for each: judged time beyond 1.25 times the reported
  std::vector<double> restore;  // judged, for each
  std::vector<double> put_out;  // judged, for each
};

enum class Caches { as_they_are, empty };

// A candidate's process and the memory that it shares with the judge. Steps throw as
// Candidate::take does.
class Performer {
 public:
  // Creates the memory, but no process yet. Throws environment Error if there is not enough memory.
  Performer(const Summons& summons, ArenaLayout layout)
      : summons_(summons), arena_(std::move(layout)) {}

  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] const StepTimes& times() const { return times_; }
  [[nodiscard]] const Summons& summons() const { return summons_; }
  [[nodiscard]] bool has_begun() const { return candidate_ != nullptr; }

  // Starts the process. `arguments` are all arguments of the instance whose inputs are in the
  // memory.
  void begin(const Bindings& arguments);
  void prepare();
  void refresh() { candidate_->take({Step::refresh}); }
  // Restores, and repeats once. Returns the seconds by the judge's clock.
  double run(Caches caches);
  // Repeats `times` times in one step. Returns the average time of a repetition by the judge's
  // clock beyond 1.25 times the reported one; restoring between repetitions is included.
  double hidden_in_batch(std::uint32_t times);
  // Requests the outputs. Returns the seconds by the judge's clock.
  double put_out();
  // Requests outputs that were already brought. Returns the seconds by the judge's clock, which are
  // not added to times().put_out.
  double put_out_again() { return candidate_->take({Step::put_out}).seconds; }
  // Sends an empty request. Returns the seconds until its answer.
  [[nodiscard]] double say_nothing() { return candidate_->take({Step::nothing}).seconds; }
  // Ends the process. Throws TrialFailure if it reports a failure.
  void end();

 private:
  const Summons& summons_;
  Arena arena_;
  std::unique_ptr<Candidate> candidate_;
  StepTimes times_;
};

}  // namespace assay::judge
