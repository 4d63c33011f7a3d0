#include "framework/tune/heat.hpp"

#include <utility>

#include "framework/core/error.hpp"
#include "framework/tune/turns.hpp"

namespace assay {
namespace {

// Seconds; long enough for a process to fill its caches and to take some samples, and short
// compared with the disturbances on a machine that others use as well.
constexpr double turn_seconds = 0.005;

HeatResult measure(WorkerClient& worker, TrialRequest request, std::size_t number, Turns& turns,
                   std::size_t members) {
  request.turn_seconds = members > 1 ? turn_seconds : 0;
  HeatResult result;
  try {
    result.trial = worker.run_trial(request, [&](Turn turn) { turns.await(number, turn); });
  } catch (const Error& error) {
    result.lost = error.what();
  }
  turns.leave(number);
  return result;
}

}  // namespace

std::vector<HeatResult> Heats::run(std::span<const TrialRequest> requests) {
  if (requests.size() == 1) part();  // a single trial waits for no turn
  // A copy of a process whose other threads are running may inherit a lock that nobody releases, so
  // such workers are started, and therefore measured, one after another.
  if (options_.serve && requests.size() > 1) {
    std::vector<HeatResult> results;
    for (const auto& request : requests) results.push_back(run({&request, 1}).front());
    return results;
  }
  Turns turns(requests.size());
  std::vector<std::future<HeatResult>> coming;
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < requests.size(); ++k) {
    auto worker = std::make_shared<WorkerClient>(options_);
    {
      const std::lock_guard lock(mutex_);
      members_.push_back(worker);
    }
    std::promise<HeatResult> promise;
    coming.push_back(promise.get_future());
    // A worker must not outlive the thread that started it, so the thread also ends the worker.
    threads.emplace_back([&turns, k, worker, request = requests[k], promise = std::move(promise),
                          members = requests.size()]() mutable {
      promise.set_value(measure(*worker, std::move(request), k, turns, members));
      worker->restart();
    });
  }
  part();
  turns.open();
  std::vector<HeatResult> results;
  for (auto& result : coming) results.push_back(result.get());
  leaving_ = std::move(threads);
  const std::lock_guard lock(mutex_);
  members_.clear();
  return results;
}

void Heats::stop() {
  const std::lock_guard lock(mutex_);
  for (const auto& member : members_) member->stop_trial();
}

void Heats::interrupt() {
  const std::lock_guard lock(mutex_);
  for (const auto& member : members_) member->interrupt();
}

void Heats::part() {
  for (auto& thread : leaving_) thread.join();
  leaving_.clear();
}

}  // namespace assay
