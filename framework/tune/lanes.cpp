#include "framework/tune/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

using namespace std::chrono_literals;

// How long a trial that was asked to stop may go on: a sample that takes longer is cut off.
constexpr auto patience = 3s;

}  // namespace

void Lanes::add(const std::string& name, WorkerClient& worker, const WorkerOptions& options) {
  const std::size_t processes = compile_processes(worker.catalog());
  lanes_.push_back(std::make_unique<Lane>(name, worker, options, processes, [this] {
    {
      const std::lock_guard lock(mutex_);
      woken_ = true;
    }
    changed_.notify_one();
  }));
}

std::vector<TrialLane*> Lanes::serving() const {
  std::vector<TrialLane*> serving;
  for (const auto& lane : lanes_) serving.push_back(lane.get());
  return serving;
}

bool Lanes::idle() const {
  return std::all_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->idle(); });
}

std::string Lanes::dismiss(const TrialLane& lane, const std::string& reason) {
  const auto leaving =
      std::ranges::find_if(lanes_, [&](const auto& each) { return each.get() == &lane; });
  departures_.push_back(fmt::format("{}: {}", (*leaving)->name(), reason));
  lanes_.erase(leaving);
  if (lanes_.empty()) throw LanesLost{fmt::format("{}", fmt::join(departures_, "\n"))};
  return fmt::format("continuing without one worker ({} left): {}", lanes_.size(),
                     departures_.back());
}

void Lanes::wait(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, at_most, [&] { return woken_; });
  woken_ = false;
}

void Lanes::stop() {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (const auto& lane : lanes_) lane->drop();
  while (!idle()) {
    const bool patient = std::chrono::steady_clock::now() < deadline;
    for (const auto& lane : lanes_) {
      if (lane->idle()) continue;
      patient ? lane->stop() : lane->interrupt();
      static_cast<void>(lane->poll());
    }
    if (!idle()) wait(50ms);
  }
}

}  // namespace assay
