#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "framework/supervisor/client.hpp"

namespace assay {

// The outcome of one trial of a heat. `lost` says why its worker was not available, which is no
// trial's fault; `trial` is then meaningless.
struct HeatResult {
  TrialResult trial;
  std::string lost;
};

// Measures trials alongside each other on one device, each in a fresh process: all processes are
// alive at once and sample in turns. One thread makes all calls except `stop` and `interrupt`.
class Heats {
 public:
  // `options` says how to start the processes.
  explicit Heats(WorkerOptions options) : options_(std::move(options)) {}
  // Waits until the last processes have ended.
  ~Heats() { part(); }
  Heats(const Heats&) = delete;
  Heats& operator=(const Heats&) = delete;

  // Runs one trial for each request; the first turns follow the order of the requests. Workers that
  // are copies of this process (WorkerOptions::serve) are measured one after another. A single
  // request samples without turns. Processes may still be ending after the results have been
  // returned; the next heat takes no sample before they are gone.
  std::vector<HeatResult> run(std::span<const TrialRequest> requests);

  // Called from another thread, for the heat in flight: stop() has its trials end after their
  // current samples and may have to be repeated; interrupt() ends them immediately, as crashes.
  void stop();
  void interrupt();

 private:
  void part();

  WorkerOptions options_;
  std::vector<std::thread> leaving_;  // processes of the last heat

  std::mutex mutex_;
  std::vector<std::shared_ptr<WorkerClient>> members_;  // workers of the heat in flight
};

}  // namespace assay
