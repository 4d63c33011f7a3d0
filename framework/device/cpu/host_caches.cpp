#include "framework/device/cpu/host_caches.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "assay/cache_line.hpp"
#include "framework/core/usable_cpus.hpp"
#include "framework/device/cpu/cpu_facts.hpp"

namespace assay::device {
namespace {

// The cache size in bytes that is assumed where the system does not report any.
constexpr double usual_bytes = 32.0 * 1024 * 1024;

std::size_t largest_cache() {
  const auto facts = cpu_facts();
  double largest = 0;
  for (const char* name : {"l1_bytes", "l2_bytes", "l3_bytes"}) {
    if (const auto fact = facts.find(name); fact != facts.end()) {
      largest = std::max(largest, fact->second);
    }
  }
  return static_cast<std::size_t>(largest > 0 ? largest : usual_bytes);
}

// Pins this thread to a core. Where that is refused, it reads on some other core, which is better
// than nothing.
void pin(int cpu) {
  cpu_set_t* const set = CPU_ALLOC(static_cast<std::size_t>(cpu) + 1);
  const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(cpu) + 1);
  CPU_ZERO_S(bytes, set);
  CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
  pthread_setaffinity_np(pthread_self(), bytes, set);
  CPU_FREE(set);
}

}  // namespace

void HostCaches::flush() {
  if (memory_.empty()) memory_.assign(2 * largest_cache(), 1);
  std::vector<std::jthread> readers;
  for (const int cpu : usable_cpus()) {
    readers.emplace_back([this, cpu] {
      pin(cpu);
      int sum = 0;
      for (std::size_t at = 0; at < memory_.size(); at += sdk::cache_line) sum += memory_[at];
      [[maybe_unused]] volatile int sink = sum;  // keeps the compiler from removing the reads
    });
  }
}

}  // namespace assay::device
