#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// Lanes without devices, on a clock of their own: a trial takes as long to compile and to measure
// as it did when it was recorded. A pipeline works with them as with workers, in no time.
class RecordedLanes final : public TrialLanes {
 public:
  // Returns the recorded outcome of the configuration that a request asks for.
  using Lookup = std::function<const RecordedOutcome&(const TrialRequest& request)>;

  // Each of the lanes, of which there is at least one, compiles on `cores` cores of its own.
  RecordedLanes(std::size_t lanes, std::size_t cores, Lookup lookup);
  ~RecordedLanes() override;

  [[nodiscard]] std::vector<TrialLane*> serving() const override;
  // Is never called: records are never lost.
  std::string dismiss(const TrialLane& lane, const std::string& reason) override;
  // Moves the clock on to the next end of a compilation or a trial, or by `at_most`.
  void wait(std::chrono::milliseconds at_most) override;
  void stop() override {}
  [[nodiscard]] double seconds() const override { return now_; }

  // Seconds that all cores together have compiled, and that all devices together have measured,
  // until now.
  [[nodiscard]] double compiling_seconds() const { return compiling_seconds_; }
  [[nodiscard]] double measuring_seconds() const { return measuring_seconds_; }

 private:
  class RecordedLane;

  Lookup lookup_;
  double now_ = 0;
  double compiling_seconds_ = 0;
  double measuring_seconds_ = 0;
  std::vector<std::unique_ptr<RecordedLane>> lanes_;
};

}  // namespace assay
