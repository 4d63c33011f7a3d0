#pragma once

#include <functional>
#include <optional>

#include "framework/core/trial.hpp"

namespace assay {

// Measures the energy of runs by the device's own counter.
//
// Such counters move in steps some ten times a second (NVML: every 20 to 100 ms), longer than most
// runs last, so that no single run can be resolved. A sample of energy is therefore a block of runs
// back to back: it begins and ends where the counter was seen to step, and the difference is shared
// out among the runs. A step is seen between two runs, late by a run or by the interval between two
// looks, whichever is longer, and never later than one period of the counter; a block lasts twenty
// times that, between a quarter of a second and two seconds. Successive blocks share an end, so the
// errors of their ends cancel over the trial.
//
// Rejected: power times duration of each run. The power that drivers tell is a mean over a window
// of its own (and on some devices over a part of it), so that what is multiplied belongs to
// different times; and the interval of such samples would show the spread of the times only.
//
// What lies between the runs counts: inputs restored, the host's part. EnergyReading::seconds
// against runs times Sample::seconds tells how much that is.
class EnergyBlocks {
 public:
  struct Source {
    std::function<Sample()> repeat;   // one run
    std::function<double()> joules;   // the device's counter
    std::function<double()> seconds;  // a steady clock
  };
  explicit EnergyBlocks(Source source) : source_(std::move(source)) {}

  // The next block as one sample: times are means over its runs, `energy` is set. Throws
  // environment Error if the counter stands still for seconds while the device works.
  Sample next();
  // Something else has used the device since the last block: the next one begins anew, at a step
  // still to come.
  void interrupt() { last_.reset(); }

 private:
  struct Reading {
    double seconds = 0;
    double joules = 0;
  };
  [[nodiscard]] Reading read() const { return {source_.seconds(), source_.joules()}; }
  // Runs until `enough(now)` and then on to a step of the counter; `take(run)` is told every run.
  template <class Take, class Enough>
  Reading run_to_step(Take take, Enough enough);

  Source source_;
  std::optional<Reading> last_;  // where the last block ended
};

}  // namespace assay
