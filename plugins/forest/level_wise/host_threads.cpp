#include "forest/level_wise/host_threads.hpp"

#include <algorithm>
#include <utility>

namespace forest::level_wise {
namespace {

// Items that a thread takes at a time: most items take only microseconds.
constexpr std::size_t at_a_time = 16;

}  // namespace

HostThreads::HostThreads(std::size_t threads, Work work) : work_(std::move(work)) {
  for (std::size_t thread = 0; thread < threads; ++thread) {
    threads_.emplace_back([this, thread] { run(thread); });
  }
}

HostThreads::~HostThreads() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
  }
  offered_more_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void HostThreads::offer(std::size_t count) {
  {
    const std::scoped_lock lock(mutex_);
    offered_ = count;
  }
  offered_more_.notify_all();
}

void HostThreads::finish() {
  std::unique_lock lock(mutex_);
  done_all_.wait(lock, [&] { return done_ == offered_; });
  offered_ = next_ = done_ = 0;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void HostThreads::run(std::size_t thread) {
  std::unique_lock lock(mutex_);
  while (true) {
    offered_more_.wait(lock, [&] { return is_ending_ || next_ < offered_; });
    if (is_ending_) return;
    const std::size_t first = next_;
    const std::size_t end = std::min(first + at_a_time, offered_);
    next_ = end;
    lock.unlock();
    work_on(thread, first, end);
    lock.lock();
    done_ += end - first;
    if (done_ == offered_) done_all_.notify_all();
  }
}

void HostThreads::work_on(std::size_t thread, std::size_t first, std::size_t end) {
  try {
    for (std::size_t item = first; item < end; ++item) work_(thread, item);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace forest::level_wise
