#pragma once

#include <functional>
#include <optional>

#include "framework/core/sample.hpp"

namespace assay {

// Measures the energy of runs by the device's own counter.
//
// Such counters move in steps about ten times a second (NVML: every 20 to 100 ms). The steps are
// longer than most runs, so a single run cannot be resolved. A sample of energy is therefore a
// block of runs back to back: it begins and ends where the counter was seen to step, and the
// difference is shared among the runs. A step is seen between two runs, late by a run or by the
// interval between two readings, whichever is longer, and never later than one period of the
// counter; a block lasts twenty runs, but at least a quarter of a second and, unless one run is
// longer, at most two seconds. Successive blocks share an end, so the errors of their ends cancel
// over the trial.
//
// Rejected: power times duration of each run. The power that drivers report is a mean over a window
// of its own (and on some devices over a part of it), so the two factors would belong to different
// times; and the interval of such samples would show only the spread of the times.
//
// The gaps between runs count, too: restoring inputs, and the host's part. EnergyReading::seconds
// compared with runs times Sample::seconds shows how long they are.
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
  // Reports that something else has used the device since the last block: the next block begins
  // anew, at a later step of the counter.
  void interrupt() { last_.reset(); }

 private:
  struct Reading {
    double seconds = 0;
    double joules = 0;
  };
  [[nodiscard]] Reading read() const { return {source_.seconds(), source_.joules()}; }
  // Runs until `enough(now)` and then on to a step of the counter; `take(run)` receives every run.
  template <class Take, class Enough>
  Reading run_to_step(Take take, Enough enough);

  Source source_;
  std::optional<Reading> last_;  // the end of the last block
};

}  // namespace assay
