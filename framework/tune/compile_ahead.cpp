#include "framework/tune/compile_ahead.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "framework/measure/clock.hpp"

namespace assay {

// All but the promise is used under the lock of the owner.
struct CompileAhead::Job {
  std::packaged_task<TrialResult(WorkerClient&)> work;
  std::function<void()> done;
  bool aside = false;
  WorkerClient* client = nullptr;  // that compiles it; nothing: it has not begun, or has ended
  bool held = false;               // stands still
  double seconds = 0;              // for which it was compiled before it last began to go on
  Stopwatch going;                 // since then

  void hold() {
    client->hold();
    seconds += going.seconds();
    held = true;
  }

  void go_on() {
    client->release();
    going.restart();
    held = false;
  }

  [[nodiscard]] double seconds_so_far() const {
    return client != nullptr && !held ? seconds + going.seconds() : seconds;
  }

  void end() {
    seconds = seconds_so_far();
    if (held) client->release();
    client = nullptr;
  }
};

struct CompileAhead::Impl {
  WorkerOptions options;
  std::size_t processes;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<Job>> queue;
  std::vector<std::shared_ptr<Job>> begun;  // in their order
  std::size_t may_begin = 0;                // of those in the queue
  bool ending = false;
  bool suspended = false;
  std::vector<std::unique_ptr<WorkerClient>> clients;
  std::vector<std::thread> threads;

  // Hands the cores out: to what has begun, then to what waits, then to what was set aside.
  void schedule() {
    if (ending) return;
    std::size_t room = suspended ? 0 : processes;
    const auto give = [&](bool aside) {
      for (const auto& job : begun) {
        if (job->aside != aside) continue;
        const bool goes = room > 0;
        if (goes) --room;
        if (goes && job->held) job->go_on();
        if (!goes && !job->held) job->hold();
      }
    };
    give(false);
    may_begin = std::min(room, queue.size());
    room -= may_begin;
    give(true);
    while (threads.size() < begun.size() + may_begin) {
      auto& client = *clients.emplace_back(std::make_unique<WorkerClient>(options));
      threads.emplace_back([this, &client] { serve(client); });
    }
    if (may_begin > 0) changed.notify_all();
  }

  void serve(WorkerClient& client) {
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [&] { return ending || may_begin > 0; });
      if (ending) return;
      --may_begin;
      const std::shared_ptr<Job> job = std::move(queue.front());
      queue.pop_front();
      job->client = &client;
      job->going.restart();
      begun.push_back(job);
      lock.unlock();
      job->work(client);
      lock.lock();
      job->end();
      std::erase(begun, job);
      schedule();
      lock.unlock();
      if (job->done) job->done();
      lock.lock();
    }
  }
};

CompileAhead::Submitted::Submitted(Impl& impl, std::shared_ptr<Job> job)
    : impl_(&impl), job_(std::move(job)), result_(job_->work.get_future()) {}

std::optional<TrialResult> CompileAhead::Submitted::poll() {
  return ends_within(std::chrono::milliseconds(0)) ? std::optional(result_.get()) : std::nullopt;
}

bool CompileAhead::Submitted::ends_within(std::chrono::milliseconds time) const {
  return result_.wait_for(time) == std::future_status::ready;
}

double CompileAhead::Submitted::seconds() const {
  const std::lock_guard lock(impl_->mutex);
  return job_->seconds_so_far();
}

void CompileAhead::Submitted::set(bool aside) {
  const std::lock_guard lock(impl_->mutex);
  job_->aside = aside;
  impl_->schedule();
}

CompileAhead::CompileAhead(const WorkerOptions& options, std::size_t processes)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->processes = processes == 0 ? 1 : processes;
}

CompileAhead::~CompileAhead() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ending = true;
  }
  impl_->changed.notify_all();
  for (auto& client : impl_->clients) client->interrupt();
  for (auto& thread : impl_->threads) thread.join();
}

CompileAhead::Submitted CompileAhead::submit(TrialRequest request, std::function<void()> done) {
  auto job = std::make_shared<Job>();
  job->work = std::packaged_task<TrialResult(WorkerClient&)>(
      [request = std::move(request)](WorkerClient& client) { return client.compile(request); });
  job->done = std::move(done);
  Submitted submitted(*impl_, job);
  const std::lock_guard lock(impl_->mutex);
  impl_->queue.push_back(std::move(job));
  impl_->schedule();
  return submitted;
}

void CompileAhead::suspend() {
  const std::lock_guard lock(impl_->mutex);
  impl_->suspended = true;
  impl_->schedule();
}

void CompileAhead::resume() {
  const std::lock_guard lock(impl_->mutex);
  impl_->suspended = false;
  impl_->schedule();
}

void CompileAhead::drop_waiting() {
  std::deque<std::shared_ptr<Job>> dropped;
  const std::lock_guard lock(impl_->mutex);
  dropped.swap(impl_->queue);
  impl_->may_begin = 0;
}

}  // namespace assay
