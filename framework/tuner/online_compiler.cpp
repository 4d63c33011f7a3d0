#include "framework/tuner/online_compiler.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "framework/measure/clock.hpp"
#include "framework/worker/trial_failure.hpp"

namespace assay {

OnlineCompiler::OnlineCompiler(std::size_t threads, Compile compile)
    : compile_(std::move(compile)) {
  try {
    for (std::size_t k = 0; k < threads; ++k) threads_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    // Fewer threads compile as well.
  }
}

OnlineCompiler::~OnlineCompiler() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void OnlineCompiler::want(std::span<const std::uint64_t> wanted, std::size_t fewer) {
  {
    const std::lock_guard lock(mutex_);
    most_ = std::max<std::size_t>(threads_.size(), 1) - fewer;
    std::list<Job> before = std::exchange(jobs_, {});
    for (const std::uint64_t index : wanted) {
      const auto known =
          std::ranges::find_if(before, [&](const Job& job) { return job.compiled.index == index; });
      if (known != before.end()) {
        jobs_.splice(jobs_.end(), before, known);
      } else {
        jobs_.emplace_back().compiled.index = index;
      }
    }
    // A thread writes to a job that it compiles, whether it is wanted or not.
    before.remove_if([](const Job& job) { return job.state != State::compiling; });
    jobs_.splice(jobs_.end(), before);
  }
  changed_.notify_all();
}

std::vector<OnlineCompiler::Compiled> OnlineCompiler::take() {
  const std::lock_guard lock(mutex_);
  most_ = 0;
  std::vector<Compiled> taken;
  for (Job& job : jobs_) {
    if (job.state == State::done) taken.push_back(std::move(job.compiled));
  }
  jobs_.remove_if([](const Job& job) { return job.state == State::done; });
  return taken;
}

void OnlineCompiler::wait() {
  std::unique_lock lock(mutex_);
  if (!threads_.empty()) {
    changed_.wait(
        lock, [&] { return std::ranges::find(jobs_, State::done, &Job::state) != jobs_.end(); });
  } else if (Job* job = next(); job != nullptr) {
    compile(*job, lock);
  }
}

OnlineCompiler::Job* OnlineCompiler::next() {
  const auto waiting = std::ranges::find(jobs_, State::waiting, &Job::state);
  const auto begun =
      std::ranges::count_if(jobs_, [](const Job& job) { return job.state != State::waiting; });
  const bool may = waiting != jobs_.end() && static_cast<std::size_t>(begun) < most_;
  return may ? &*waiting : nullptr;
}

// The work of a thread.
void OnlineCompiler::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* job = nullptr;
    changed_.wait(lock, [&] { return ends_ || (job = next()) != nullptr; });
    if (ends_) return;
    compile(*job, lock);
    changed_.notify_all();
  }
}

// Compiles without the lock, which is held before and after.
void OnlineCompiler::compile(Job& job, std::unique_lock<std::mutex>& lock) {
  job.state = State::compiling;
  lock.unlock();
  const Stopwatch watch;
  settle(job.compiled.result, [&] { job.compiled.program = compile_(job.compiled.index); });
  job.compiled.seconds = watch.seconds();
  lock.lock();
  job.state = State::done;
}

}  // namespace assay
