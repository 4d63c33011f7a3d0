#include "sparse_grid/library/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace sparse_grid {
namespace {

constexpr std::size_t most_threads = 8;  // shared work is soon bound by memory

std::size_t thread_count() {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  return std::min(most_threads, cores);
}

class Pool {
 public:
  Pool() {
    for (std::size_t i = 1; i < thread_count(); ++i) threads_.emplace_back([this] { serve(); });
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  void run(std::size_t parts, const std::function<void(std::size_t)>& work) {
    std::unique_lock lock(mutex_);
    const auto job = jobs_.insert(jobs_.end(), Job{work, parts, 0, 0, parts, nullptr});
    changed_.notify_all();
    while (job->taken < parts) take_part(*job, lock);
    changed_.wait(lock, [&] { return job->ended == parts; });
    const auto failure = job->failure;
    jobs_.erase(job);
    lock.unlock();
    if (failure != nullptr) std::rethrow_exception(failure);
  }

 private:
  struct Job {
    const std::function<void(std::size_t)>& work;
    std::size_t parts;
    std::size_t taken;
    std::size_t ended;
    std::size_t failed;  // the first part that failed
    std::exception_ptr failure;
  };

  // Works on the next part without the lock.
  void take_part(Job& job, std::unique_lock<std::mutex>& lock) {
    const std::size_t part = job.taken++;
    lock.unlock();
    std::exception_ptr failure;
    try {
      job.work(part);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure != nullptr && part < job.failed) {
      job.failed = part;
      job.failure = failure;
    }
    if (++job.ended == job.parts) changed_.notify_all();
  }

  void serve() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      const auto job =
          std::ranges::find_if(jobs_, [](const Job& some) { return some.taken < some.parts; });
      if (job == jobs_.end()) {
        changed_.wait(lock);
      } else {
        take_part(*job, lock);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;  // jobs, or one of them has ended
  std::list<Job> jobs_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

std::vector<IndexRange> parallel_ranges(std::size_t count, std::size_t least) {
  const std::size_t parts = std::clamp<std::size_t>(count / least, 1, thread_count());
  std::vector<IndexRange> ranges;
  for (std::size_t part = 0; part < parts; ++part) {
    ranges.push_back({part * count / parts, (part + 1) * count / parts});
  }
  return ranges;
}

void in_parallel(std::size_t parts, const std::function<void(std::size_t)>& work) {
  if (parts == 1) {
    work(0);
    return;
  }
  static Pool pool;
  pool.run(parts, work);
}

}  // namespace sparse_grid
