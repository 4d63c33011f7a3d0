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

#include "framework/tune/crew.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// How far a search proposes ahead of what it knows. It depends on numbers of processes, devices and
// trials only, never on how long anything takes, and so does the order of proposals and results.
struct Pace {
  std::size_t depth = 1;   // trials on their way at once
  std::size_t stride = 1;  // proposed together, once there is room for so many; divides the depth
  bool in_turns = false;   // all compiling ends before measuring begins

  // Nothing to compile: one trial for each device, and where there are several, one more for each
  // other, so that a slow one holds up nobody. A device of its own: one, and as many as can be
  // compiled meanwhile, yet not more than a tenth of the budget, since whoever proposes far ahead
  // learns late. A device on the host's cores: as many as are compiled at once, then measured.
  // Where some are measured on the host's cores and others are compiled: in turns, too.
  [[nodiscard]] static Pace of(std::span<const Contender> contenders, const Crew& crew,
                               std::uint64_t trials);
};

// Trials on their way through a crew: compiled ahead where their device is, measured by whoever is
// free, handed out in the order in which they came in. A trial whose worker is lost goes to another
// one.
class Pipeline {
 public:
  struct Trial {
    std::uint64_t index = 0;  // in its space
    TrialRequest request;
    bool compiled = false;   // ahead of being measured
    RecordedTrial recorded;  // once it is through
  };
  // Takes in what came of a trial, at once.
  using Record = std::function<RecordedTrial(const Trial&, TrialResult)>;

  Pipeline(Crew& crew, TuneObserver& observer, const Pace& pace, Record record);
  // What is still on its way is dropped unrecorded.
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  // How many trials it takes now: multiples of the pace's stride. Never add more.
  [[nodiscard]] std::size_t room() const;
  // `compiled`: it is compiled ahead of being measured.
  void add(std::uint64_t index, TrialRequest request, bool compiled);

  // Gives devices that are free what is ready for them; it races against `limit`.
  void begin_ready(const std::optional<double>& limit);
  // The oldest trial, once it is through; nothing if it was stopped. What begins meanwhile races
  // against `limit`. Throws CrewLost when nobody is left to measure.
  [[nodiscard]] std::optional<Trial> next(const std::optional<double>& limit,
                                          const std::function<bool()>& stopped);
  // Waits for the trials that have begun, and has them recorded; begins none.
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
  void dismiss(Lane* lane, const std::string& reason);
  [[nodiscard]] bool any(Entry::State state) const;

  Crew* crew_;
  TuneObserver* observer_;
  Pace pace_;
  Record record_;
  std::deque<Entry> entries_;  // in order of proposal
};

}  // namespace assay
