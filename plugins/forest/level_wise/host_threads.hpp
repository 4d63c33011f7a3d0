// Threads that work on numbered items as these become available, while the caller goes on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace forest::level_wise {

class HostThreads {
 public:
  using Work = std::function<void(std::size_t thread, std::size_t item)>;

  // Starts at least one thread. `work` is called by several threads at a time, for different items.
  HostThreads(std::size_t threads, Work work);
  // Drops the items that no thread has begun.
  ~HostThreads();
  HostThreads(const HostThreads&) = delete;
  HostThreads& operator=(const HostThreads&) = delete;

  // Makes items 0 .. count - 1 available; the count never decreases.
  void offer(std::size_t count);
  // Waits until all offered items are done; the next items begin with 0 again. Rethrows the first
  // exception that `work` has thrown.
  void finish();

 private:
  void run(std::size_t thread);
  // Works on a few items.
  void work_on(std::size_t thread, std::size_t first, std::size_t end);

  Work work_;
  std::mutex mutex_;
  std::condition_variable offered_more_;
  std::condition_variable done_all_;
  std::size_t offered_ = 0;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  bool is_ending_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace forest::level_wise
