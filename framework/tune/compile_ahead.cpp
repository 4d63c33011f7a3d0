#include "framework/tune/compile_ahead.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "assay/element.hpp"
#include "framework/measure/clock.hpp"
#include "framework/supervisor/limits.hpp"

namespace assay {
namespace {

// The share of the host's memory that whole trials may take, and how many times its tensors each
// takes: inputs and outputs in the worker, on the device, and for the reference.
constexpr double share_of_memory = 0.5;
constexpr double copies = 3;

double bytes_of(const std::vector<TensorShape>& tensors) {
  double bytes = 0;
  for (const TensorShape& tensor : tensors) {
    auto elements =
        static_cast<double>(sdk::element_size(static_cast<assay_element>(tensor.element)));
    for (const std::int64_t extent : tensor.shape) elements *= static_cast<double>(extent);
    bytes += elements;
  }
  return bytes;
}

// How many trials on that instance the host has memory for.
std::size_t room_for(const TrialRequest& request) {
  const double needed = copies * (bytes_of(request.inputs) + bytes_of(request.outputs));
  const double room = share_of_memory * static_cast<double>(host_memory()) / std::max(needed, 1.0);
  return static_cast<std::size_t>(std::clamp(room, 1.0, 1e6));
}

}  // namespace

std::size_t compile_processes(const Catalog& catalog) {
  constexpr std::size_t most = 64;
  const auto& attributes = catalog.machine.attributes;
  const auto threads = attributes.find("threads");
  if (threads == attributes.end()) return 1;
  return std::clamp<std::size_t>(std::strtoul(threads->second.c_str(), nullptr, 10), 1, most);
}

// All but the promise is used under the lock of the owner.
struct CompileAhead::Job {
  std::packaged_task<TrialResult(WorkerClient&)> work;
  std::function<void()> done;
  std::size_t most_at_once = SIZE_MAX;  // of its kind
  bool whole = false;                   // a whole trial
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
  const void* sampling = nullptr;  // the job that samples, or anything else that does
  std::vector<std::unique_ptr<WorkerClient>> clients;
  std::vector<std::thread> threads;

  // Hands the cores out: to what has begun, then to what waits, then to what was set aside.
  void schedule() {
    if (ending) return;
    std::size_t room = sampling != nullptr ? 0 : processes;
    for (const auto& job : begun) room = std::min(room, job->most_at_once);
    if (!queue.empty()) room = std::min(room, queue.front()->most_at_once);
    const auto give = [&](bool aside) {
      for (const auto& job : begun) {
        if (job->aside != aside) continue;
        const bool samples = job.get() == sampling;
        const bool goes = samples || room > 0;
        if (goes && !samples) --room;
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

  // Waits until nothing samples, and has `who` do so, while everything else stands still.
  void begin_sampling(const void* who) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ending || sampling == nullptr; });
    sampling = who;
    schedule();
  }

  // Called under the lock. Does nothing but hand cores out if `who` does not sample.
  void end_sampling(const void* who) {
    if (sampling == who) sampling = nullptr;
    schedule();
    changed.notify_all();
  }

  void take_turn(const Job& job, Turn turn) {
    if (turn == Turn::sample) return begin_sampling(&job);
    const std::lock_guard lock(mutex);
    end_sampling(&job);
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
      if (job->whole) client.rest();
      lock.lock();
      job->end();
      std::erase(begun, job);
      end_sampling(job.get());
      changed.notify_all();
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
  return enqueue(std::move(job), std::move(done));
}

CompileAhead::Submitted CompileAhead::submit_whole(TrialRequest request,
                                                   std::function<void()> done) {
  auto job = std::make_shared<Job>();
  job->whole = true;
  job->most_at_once = room_for(request);
  request.asks_to_sample = true;
  job->work = std::packaged_task<TrialResult(WorkerClient&)>(
      [impl = impl_.get(), self = job.get(), request = std::move(request)](WorkerClient& client) {
        return client.run_trial(request, [&](Turn turn) { impl->take_turn(*self, turn); });
      });
  return enqueue(std::move(job), std::move(done));
}

CompileAhead::Submitted CompileAhead::enqueue(std::shared_ptr<Job> job,
                                              std::function<void()> done) {
  job->done = std::move(done);
  Submitted submitted(*impl_, job);
  const std::lock_guard lock(impl_->mutex);
  impl_->queue.push_back(std::move(job));
  impl_->schedule();
  return submitted;
}

void CompileAhead::begin_sampling() { impl_->begin_sampling(this); }

void CompileAhead::end_sampling() {
  const std::lock_guard lock(impl_->mutex);
  impl_->end_sampling(this);
}

void CompileAhead::drop() {
  std::deque<std::shared_ptr<Job>> dropped;
  std::unique_lock lock(impl_->mutex);
  dropped.swap(impl_->queue);
  for (const auto& job : dropped) job->work = {};
  impl_->may_begin = 0;
  // A process that is being started cannot be ended yet, so that it is tried again.
  while (std::ranges::any_of(impl_->begun, &Job::whole)) {
    for (const auto& job : impl_->begun) {
      if (job->whole) job->client->interrupt();
    }
    impl_->changed.wait_for(lock, std::chrono::milliseconds(20));
  }
}

}  // namespace assay
