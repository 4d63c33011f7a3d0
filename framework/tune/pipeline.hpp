#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "framework/tune/observer.hpp"
#include "framework/tune/pace.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// Trials on their way through the lanes: compiled ahead on the host of their device, measured there
// once it is free, and handed out as they finish, or in the order in which they were added (Pace).
// A trial whose worker is lost goes to another worker.
class Pipeline {
 public:
  struct Trial {
    std::uint64_t index = 0;  // of the configuration in its space
    TrialRequest request;
    bool compiled = false;  // compiled ahead of being measured
    // What `seconds` is expected to be; nothing if there is no telling.
    std::optional<double> expected_seconds;
    RecordedTrial recorded;  // valid once the trial has finished
    // By which all trials would end sooner without this one: of compiling, shared by those that
    // compile at once, and of measuring, shared by the lanes. 0 in a reproducible search, which
    // must not depend on times.
    double seconds = 0;
    bool kept = false;  // recorded
  };
  // What the pipeline calls. `evaluate` gets the outcome of a trial at once and returns what is to
  // be recorded; `keep` writes that to the disk, for all trials that have finished at once, since
  // it takes longer than many a trial; the next trials begin first. `waits` may be empty: it hears
  // what is waited for when that changes. So may `set_aside`: it hears of a trial whose compilation
  // was set aside, and after how many seconds of those that Trial::seconds is about.
  struct Listener {
    std::function<RecordedTrial(const Trial&, TrialResult)> evaluate;
    std::function<void(std::span<Trial* const>)> keep;
    std::function<void(const UnderWay&)> waits = nullptr;
    std::function<void(const Trial&, double seconds)> set_aside = nullptr;
  };

  Pipeline(TrialLanes& lanes, TuneObserver& observer, const Pace& pace, Listener listener);
  // Drops the trials that are still in progress, unrecorded.
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  // How many trials may be added. Never add more.
  [[nodiscard]] std::size_t room() const;
  // `compiled`: whether the trial is compiled ahead of being measured; on the host's cores it is
  // measured by the process that compiles it. A compilation that takes far longer than expected is
  // set aside: another one may be added in its place, and it goes on while cores would be idle.
  void add(std::uint64_t index, TrialRequest request, bool compiled,
           std::optional<double> expected_seconds = {});
  // If the trial is under way, has it go on, in place of another one, in case it was set aside, and
  // returns true.
  bool take_up(std::uint64_t index);

  // Begins on free devices the trials that are ready for them; these race against `limit`.
  void begin_ready(const std::optional<double>& limit);
  // Returns the next trial that has finished, in the order of the pace, or nothing if `stopped`
  // returned true. It is perhaps not recorded yet: the caller begins the next trials, then calls
  // keep(). Trials that begin in the meantime race against `limit`. Throws LanesLost when no lane
  // is left to measure.
  [[nodiscard]] std::optional<Trial> next(const std::optional<double>& limit,
                                          const std::function<bool()>& stopped);
  // Records a trial, unless it is recorded already, and others that have finished.
  void keep(Trial& trial);
  // Waits for the trials that devices measure and has them recorded; begins no new ones.
  void finish_begun(const std::function<bool()>& stopped);

 private:
  struct Entry {
    Trial trial;
    TrialLane* lane = nullptr;
    enum class State { waiting, compiling, ready, measuring, through } state = State::waiting;
    std::unique_ptr<Compilation> compilation;
    double submitted = 0;        // when it was, to be compiled
    bool aside = false;          // its compilation is set aside
    double aside_after = 0;      // seconds of compiling
    double compile_seconds = 0;  // of compiling it ahead
    double begun = 0;            // when it was begun to be measured
    std::uint32_t workers_lost = 0;
  };

  [[nodiscard]] std::optional<Trial> take_finished();
  void collect();
  void assign_waiting();
  void await_compilation(Entry& entry);
  void note_compiled(Entry& entry, const TrialResult& result);
  void note_whole(Entry& entry, const TrialResult& result);
  void set_aside_overdue();
  [[nodiscard]] double shares(const Entry& entry) const;
  [[nodiscard]] std::optional<double> typical_compilation() const;
  [[nodiscard]] bool overdue(const Entry& entry) const;
  void await_measurement(Entry& entry);
  void begin(Entry& entry);
  [[nodiscard]] TrialRequest racing(const Entry& entry) const;
  // Adds seconds of one lane to those of the trial.
  void charge(Trial& trial, double lane_seconds) const;
  void finish(Entry& entry, TrialResult result);
  void keep_finished(Trial* first = nullptr);
  void wait();
  void dismiss(TrialLane* lane, const std::string& reason);
  [[nodiscard]] bool any(Entry::State state) const;

  TrialLanes* lanes_;
  TuneObserver* observer_;
  Pace pace_;
  Listener listener_;
  std::optional<double> limit_;  // that trials race against
  UnderWay told_;                // to the listener
  double compile_seconds_ = 0;   // of all compilations that ended
  std::size_t compiled_ = 0;     // their number
  std::deque<Entry> entries_;    // in the order of their proposals
};

}  // namespace assay
