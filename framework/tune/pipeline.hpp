#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <vector>

#include "framework/tune/lanes.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// How far a search proposes ahead of what it knows. The pace depends only on the numbers of
// processes, devices and trials, never on how long anything takes, and so does the order of
// proposals and results.
struct Pace {
  std::size_t depth = 1;   // trials in progress at once
  std::size_t stride = 1;  // trials proposed together, once they all fit; divides the depth
  bool in_turns = false;   // all compiling ends before measuring begins

  // The pace for the contenders. With nothing to compile: one trial for each device, and with
  // several devices one more for each further device, so that a slow device holds up no other. With
  // a device separate from the host's cores: one trial, plus as many as can be compiled during it,
  // but at most a tenth of the budget, since proposing far ahead means learning late. With a device
  // on the host's cores: as many as are compiled at once, then measured. With a mixture of trials
  // measured on the host's cores and trials compiled: also in turns.
  [[nodiscard]] static Pace of(std::span<const Contender> contenders, const Lanes& lanes,
                               std::uint64_t trials);
};

// Trials on their way through the lanes: compiled ahead on the host of their device, measured by
// any lane that is free, and handed out in the order in which they were added. A trial whose worker
// is lost goes to another worker.
class Pipeline {
 public:
  struct Trial {
    std::uint64_t index = 0;  // of the configuration in its space
    TrialRequest request;
    bool compiled = false;   // compiled ahead of being measured
    RecordedTrial recorded;  // valid once the trial has finished
    bool kept = false;       // recorded
  };
  // What becomes of the outcome of a trial: `evaluate` is called with it at once and returns what
  // is to be recorded; `keep` writes that to the disk, which takes longer than many a trial, so
  // that the next trials begin first.
  struct Outcome {
    std::function<RecordedTrial(const Trial&, TrialResult)> evaluate;
    std::function<void(Trial&)> keep;
  };

  Pipeline(Lanes& lanes, TuneObserver& observer, const Pace& pace, Outcome outcome);
  // Drops the trials that are still in progress, unrecorded.
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  // How many trials may be added: a multiple of the pace's stride. Never add more.
  [[nodiscard]] std::size_t room() const;
  // `compiled`: whether the trial is compiled ahead of being measured.
  void add(std::uint64_t index, TrialRequest request, bool compiled);

  // Begins on free devices the trials that are ready for them; these race against `limit`.
  void begin_ready(const std::optional<double>& limit);
  // Returns the oldest trial once it has finished, or nothing if `stopped` returned true. It is
  // perhaps not recorded yet: the caller begins the next trials, then calls keep(). Trials that
  // begin in the meantime race against `limit`. Throws LanesLost when no lane is left to measure.
  [[nodiscard]] std::optional<Trial> next(const std::optional<double>& limit,
                                          const std::function<bool()>& stopped);
  // Records a trial, unless it is recorded already.
  void keep(Trial& trial);
  // Waits for the trials that have begun and has them recorded; begins no new ones.
  void finish_begun(const std::function<bool()>& stopped);

 private:
  struct Entry {
    Trial trial;
    Lane* lane = nullptr;
    enum class State { waiting, compiling, ready, measuring, through } state = State::waiting;
    std::future<TrialResult> compilation;
    std::uint32_t workers_lost = 0;
  };

  void collect();
  void assign(Entry& entry);
  void await_compilation(Entry& entry);
  void await_measurement(Entry& entry);
  void begin(Entry& entry, const std::optional<double>& limit);
  void finish(Entry& entry, TrialResult result);
  void keep_finished();
  void dismiss(Lane* lane, const std::string& reason);
  [[nodiscard]] bool any(Entry::State state) const;

  Lanes* lanes_;
  TuneObserver* observer_;
  Pace pace_;
  Outcome outcome_;
  std::deque<Entry> entries_;  // in the order of their proposals
};

}  // namespace assay
