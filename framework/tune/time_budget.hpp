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
  double seconds = 0;      // no look is begun that would not be reached by then, but the first
  double at_most = 0;      // seconds; what is on its way then is given up
  std::uint64_t seed = 0;  // of the orders; drawn anew for every run, lest one order favour anybody
};

// How the seconds of a whole tune are shared out: every contest that is still to come has an equal
// part of what is left, half of it for the search, shared by the searches that are still to
// come, the rest for the finals. What one does not need goes to the next. Where the scenario bounds
// no whole, search and finals have what the scenario gives each of them.
class TimeBudget {
 public:
  TimeBudget(const Scenario& scenario, std::size_t contests);

  // What people are told of it; "" where no whole is bounded.
  [[nodiscard]] std::string text() const;

  void contest_begins();
  // Seconds that the next search of this contest may take, if so many are left with it.
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

// The cost of measuring a contestant once. Contestants of one group are no rivals of each other.
struct MeasurementCost {
  double seconds = 0;
  std::size_t group = 0;
};

// Who can be measured so often within so many seconds, by their places in `costs`: all but the
// costliest, of whom as few are left out as need to be. The cheapest stays in any case, and so does
// the cheapest of another group, since nothing is told apart without a rival.
[[nodiscard]] std::vector<bool> affordable(std::span<const MeasurementCost> costs,
                                           std::size_t times, double seconds);

// A stop that comes when somebody asks for it or when time is up.
class StopInTime {
 public:
  // `asked` must outlive the object.
  StopInTime(const std::atomic<bool>& asked, double seconds);
  ~StopInTime();
  StopInTime(const StopInTime&) = delete;
  StopInTime& operator=(const StopInTime&) = delete;

  // What was asked itself where time is unlimited.
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
