#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "framework/measure/clock.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay {

struct FinalsLimits {
  double seconds = 0;  // rounds towards a look after the first are begun only if they end by then
  double at_most = 0;  // seconds; trials in progress then are given up
  std::uint64_t seed = 0;  // of the orders; drawn for every run, so that none is favoured
};

// Shares out the seconds of a whole tune: every contest still to come has an equal part of the
// remaining time, 85% of it for its searches, shared by those still to come, the rest
// for the finals, which get at least ten seconds, or half of what there is. Time that one part does
// not need goes to the next. If the scenario does not bound the whole tune, each search and each
// finals have the seconds that the scenario gives them.
class TimeBudget {
 public:
  TimeBudget(const Scenario& scenario, std::size_t contests);

  // A description of the budget for the user; "" if the whole tune is not bounded.
  [[nodiscard]] std::string text() const;

  void contest_begins();
  // Seconds that the next search of this contest may take when `searches_left` are still to come,
  // itself included.
  [[nodiscard]] double search_seconds(std::size_t searches_left) const;
  [[nodiscard]] FinalsLimits finals_limits(std::uint64_t seed) const;
  [[nodiscard]] double seconds_left() const;

 private:
  const Scenario& scenario_;
  double whole_;
  std::size_t contests_;
  std::size_t begun_ = 0;
  double contest_began_ = 0;
  double contest_ends_ = 0;
  Stopwatch watch_;
};

// The cost of measuring a contestant once. Contestants of one group are not rivals of each other.
struct MeasurementCost {
  double seconds = 0;
  std::size_t group = 0;
};

// Which contestants can be measured `times` times within `seconds`, by their positions in `costs`:
// all but the costliest, as few of which are left out as possible. The cheapest always stays, and
// so does the cheapest of another group, because nothing can be told apart without a rival.
[[nodiscard]] std::vector<bool> affordable(std::span<const MeasurementCost> costs,
                                           std::size_t times, double seconds);

// A stop flag that is set when it is asked for or when the time is up.
class StopInTime {
 public:
  // `asked` must outlive the object.
  StopInTime(const std::atomic<bool>& asked, double seconds);
  ~StopInTime();
  StopInTime(const StopInTime&) = delete;
  StopInTime& operator=(const StopInTime&) = delete;

  // The flag `asked` itself if the time is unlimited.
  [[nodiscard]] const std::atomic<bool>& flag() const {
    return thread_.joinable() ? stop_ : asked_;
  }

 private:
  const std::atomic<bool>& asked_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace assay
