#include "framework/core/usable_cpus.hpp"

#include <sched.h>

#include <cstddef>

namespace assay {

std::vector<int> usable_cpus() {
  // The mask must be as large as the kernel's; double it until the kernel is content.
  for (int count = CPU_SETSIZE; count <= 1 << 20; count *= 2) {
    const std::size_t bytes = CPU_ALLOC_SIZE(count);
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(count));
    std::vector<int> cpus;
    if (set != nullptr && sched_getaffinity(0, bytes, set) == 0) {
      for (int cpu = 0; cpu < count; ++cpu) {
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set)) cpus.push_back(cpu);
      }
    }
    CPU_FREE(set);
    if (!cpus.empty()) return cpus;
  }
  return {0};
}

}  // namespace assay
