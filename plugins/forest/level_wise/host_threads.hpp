// Threads that work on numbered items as they come up, while somebody else goes on.
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

  // At least one. `work` is called by several threads at a time, for different items.
  HostThreads(std::size_t threads, Work work);
  // Drops what is not begun.
  ~HostThreads();
  HostThreads(const HostThreads&) = delete;
  HostThreads& operator=(const HostThreads&) = delete;

  // Items 0 .. count - 1 may be worked on; the count only rises.
  void offer(std::size_t count);
  // Waits until all of them are done; the next ones begin with 0 again. Throws what `work` has
  // thrown first.
  void finish();

 private:
  void run(std::size_t thread);
  // Of a few items.
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
