#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "framework/worker/client.hpp"

namespace assay {

// What came of a trial of a heat. `lost`: why its worker could not be had, which is no trial's
// fault; the result is then without meaning.
struct HeatResult {
  TrialResult trial;
  std::string lost;
};

// Measures trials beside each other on one device, each in a fresh process of its own: all of them
// are alive at once and sample in turns. One thread makes all calls but `stop` and `interrupt`.
class Heats {
 public:
  // `options` is how the processes are started.
  explicit Heats(WorkerOptions options) : options_(std::move(options)) {}
  // Waits until the last processes have ended.
  ~Heats() { part(); }
  Heats(const Heats&) = delete;
  Heats& operator=(const Heats&) = delete;

  // One trial for each request, in whose order the first turns are. Workers that are copies of this
  // process (WorkerOptions::serve) are measured one after the other. A request that is alone
  // samples without turns. Processes may go on ending after the results are there; the next heat
  // samples nothing before they have.
  std::vector<HeatResult> run(std::span<const TrialRequest> requests);

  // From another thread, for the heat in flight: has its trials end after their current samples;
  // may have to be repeated. Or ends them at once, as crashes.
  void stop();
  void interrupt();

 private:
  void part();

  WorkerOptions options_;
  std::vector<std::thread> leaving_;  // those of the last heat

  std::mutex mutex_;
  std::vector<std::shared_ptr<WorkerClient>> members_;  // of the heat in flight
};

}  // namespace assay
