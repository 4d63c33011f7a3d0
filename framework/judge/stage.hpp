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

// Whom to hear, and how.
struct Summons {
  WorkerOptions candidate;   // how its process is started: confined
  double step_seconds = 60;  // that it may take for a step
  std::string variant;
  std::string build_id;
  std::string device;
  bool in_device_memory = false;  // works there: arrays come and go by copies of all of them
  Bindings configuration;
  // Instances of one shape with other values each. With one alone nothing can be said of results
  // that are kept.
  std::vector<InstanceKey> instances;
  std::vector<InstanceKey> further = {};  // more of these, where there is a suspicion
  // Inputs that variants may prepare from: where they differ, the candidate prepares anew.
  std::set<std::string> setup;
  std::size_t repetitions = 12;  // whose inputs are drawn among the instances
  std::uint64_t seed = 0;        // of the draws
};

// Seconds that steps took. "Judged" is by the judge's clock, from its word to the answer.
struct StageTimes {
  double prepare = 0;           // told, the last time
  std::vector<double> told;     // of each repetition with caches as they were
  std::vector<double> cold;     // told of each with empty caches
  std::vector<double> hidden;   // of each, judged beyond a quarter more than told
  std::vector<double> restore;  // judged
  std::vector<double> put_out;  // judged
};

enum class Caches { as_they_are, empty };

// A candidate's process beside the memory that it shares with the judge. Steps throw as
// Candidate::take.
class Stage {
 public:
  // Creates the memory; there is no process yet. Throws environment Error where there is not
  // enough.
  Stage(const Summons& summons, ArenaLayout layout)
      : summons_(summons), arena_(std::move(layout)) {}

  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] const StageTimes& times() const { return times_; }
  [[nodiscard]] const Summons& summons() const { return summons_; }
  [[nodiscard]] bool has_begun() const { return candidate_ != nullptr; }

  // Starts the process. `arguments` are all of the instance's whose inputs the memory holds.
  void begin(const Bindings& arguments);
  void prepare();
  void refresh() { candidate_->take({Step::refresh}); }
  // Restores, and repeats once. Returns the seconds by the judge's clock.
  double run(Caches caches);
  // So many repetitions in one step. Returns what a repetition took by the judge's clock beyond a
  // quarter more than was told, on average; whatever restores take counts.
  double hidden_in_batch(std::uint32_t times);
  // Returns the seconds by the judge's clock.
  double put_out();
  // Has outputs brought that were brought already. The seconds, by the judge's clock, are returned
  // and not kept among the times of bringing outputs.
  double put_out_again() { return candidate_->take({Step::put_out}).seconds; }
  // Returns what a word and its answer took that ask for nothing.
  [[nodiscard]] double say_nothing() { return candidate_->take({Step::nothing}).seconds; }
  // Ends the process. Throws TrialFailure where its side has anything to say against it.
  void end();

 private:
  const Summons& summons_;
  Arena arena_;
  std::unique_ptr<Candidate> candidate_;
  StageTimes times_;
};

}  // namespace assay::judge
