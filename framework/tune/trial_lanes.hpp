// What a pipeline needs of the devices that measure its trials: workers (lanes.hpp), or records of
// earlier trials.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/protocol/requests.hpp"

namespace assay {

// Thrown when no lane is left to measure; the message says what happened to each of them.
struct LanesLost {
  std::string message;
};

// A trial measured on a lane, and the state in which it left the lane.
struct Measured {
  enum class Lane {
    serves,
    lost,   // the worker is gone for good: the trial is not to blame
    stuck,  // since this trial the device cannot measure anything
  };
  TrialResult result;  // meaningless if the lane is lost
  Lane lane = Lane::serves;
  std::string reason;  // why the lane cannot serve
};

// A trial that is being compiled, or waits for that; on the host's cores, all of the trial. Belongs
// to the thread that makes all calls to the lanes, and must not outlive its lane.
class Compilation {
 public:
  virtual ~Compilation() = default;

  // What came of it, once: the status ok, or what went wrong, and the samples of a whole trial;
  // nothing while it goes on. Throws Error if the lane's host cannot be reached.
  [[nodiscard]] virtual std::optional<TrialResult> poll() = 0;
  // How long it has been compiled so far, without the time for which it stood still.
  [[nodiscard]] virtual double seconds() const = 0;
  // Sets it aside: it stands still, and another one may begin in its place, until cores would
  // otherwise be idle.
  virtual void set_aside() = 0;
  // Ends that.
  virtual void take_up() = 0;
};

// One device, which measures one trial at a time, and the processes that compile for it.
class TrialLane {
 public:
  virtual ~TrialLane() = default;

  // How many trials are compiled at once; further ones wait.
  [[nodiscard]] virtual std::size_t processes() const = 0;
  // Has a trial compiled as soon as a process is free. A trial on the host's cores
  // (TrialRequest::on_host_cores) is measured by the same process.
  virtual std::unique_ptr<Compilation> compile(TrialRequest request) = 0;
  // A lane measures one thing at a time: begin a trial where it is idle, then poll for the outcome.
  [[nodiscard]] virtual bool idle() const = 0;
  virtual void begin(TrialRequest request) = 0;
  [[nodiscard]] virtual std::optional<Measured> poll() = 0;
};

// Lanes that share the trials of one search. One thread makes all calls.
class TrialLanes {
 public:
  virtual ~TrialLanes() = default;

  // The lanes that measure; never empty.
  [[nodiscard]] virtual std::vector<TrialLane*> serving() const = 0;
  // Removes a lane and carries on without it. Returns the note that reports this. Throws LanesLost
  // if it was the last lane.
  virtual std::string dismiss(const TrialLane& lane, const std::string& reason) = 0;
  // Returns when something has finished on any lane since the last call, or after `at_most`.
  virtual void wait(std::chrono::milliseconds at_most) = 0;
  // Ends the trials in flight.
  virtual void stop() = 0;
  // The time, in seconds since any moment.
  [[nodiscard]] virtual double seconds() const = 0;
};

}  // namespace assay
