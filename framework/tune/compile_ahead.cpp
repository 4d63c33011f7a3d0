#include "framework/tune/compile_ahead.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace assay {

namespace {

struct Task {
  std::packaged_task<TrialResult(WorkerClient&)> work;
  std::function<void()> done;
};

}  // namespace

struct CompileAhead::Impl {
  WorkerOptions options;
  std::size_t processes;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> queue;
  bool ending = false;
  bool suspended = false;
  std::vector<std::unique_ptr<WorkerClient>> clients;
  std::vector<std::thread> threads;

  void serve(WorkerClient& client) {
    while (true) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return ending || (!suspended && !queue.empty()); });
      if (ending) return;
      auto task = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      task.work(client);
      if (task.done) task.done();
    }
  }
};

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

std::future<TrialResult> CompileAhead::submit(TrialRequest request, std::function<void()> done) {
  Task task{std::packaged_task<TrialResult(WorkerClient&)>(
                [request = std::move(request)](WorkerClient& c) { return c.compile(request); }),
            std::move(done)};
  auto result = task.work.get_future();
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->queue.push_back(std::move(task));
    if (impl_->threads.size() < impl_->processes) {
      auto& client = *impl_->clients.emplace_back(std::make_unique<WorkerClient>(impl_->options));
      impl_->threads.emplace_back([this, &client] { impl_->serve(client); });
    }
  }
  impl_->changed.notify_one();
  return result;
}

void CompileAhead::suspend() {
  const std::lock_guard lock(impl_->mutex);
  impl_->suspended = true;
  for (auto& client : impl_->clients) client->hold();
}

void CompileAhead::resume() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->suspended = false;
    for (auto& client : impl_->clients) client->release();
  }
  impl_->changed.notify_all();
}

void CompileAhead::drop_waiting() {
  std::deque<Task> dropped;
  const std::lock_guard lock(impl_->mutex);
  dropped.swap(impl_->queue);
}

}  // namespace assay
