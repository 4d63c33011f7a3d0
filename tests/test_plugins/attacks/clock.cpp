#include <dlfcn.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>

#include "attack.hpp"

namespace {

using namespace attack;

// The current time of a clock that runs ten times too slowly.
std::chrono::steady_clock::time_point slow_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::chrono::steady_clock::time_point(
      (std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec)) / 10);
}

// Overwrites the first bytes of the C++ library's clock function with a jump to slow_now().
void take_the_clock_over() {
#if defined(__x86_64__)
  void* real = dlsym(RTLD_DEFAULT, "_ZNSt6chrono3_V212steady_clock3nowEv");
  if (real == nullptr) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(real) / page * page);
  if (mprotect(begin, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  const auto target = reinterpret_cast<std::uintptr_t>(&slow_now);
  unsigned char jump[12] = {0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xE0};
  std::memcpy(jump + 2, &target, sizeof target);
  std::memcpy(real, jump, sizeof jump);
#endif
}

void work_for(std::chrono::microseconds time) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t end = now.tv_sec * 1'000'000'000 + now.tv_nsec + time.count() * 1000;
  while (now.tv_sec * 1'000'000'000 + now.tv_nsec < end) clock_gettime(CLOCK_MONOTONIC, &now);
}

template <int microseconds>
class Clock : public Scale {
 public:
  explicit Clock(const Task& task) : Scale(task) { take_the_clock_over(); }
  void run() override {
    compute(y);
    work_for(std::chrono::microseconds(microseconds));
  }
};

}  // namespace

void add_clock(assay::sdk::Plugin& plugin) {
  add<Clock<10'000>>(plugin, "clock.cpu", "Has time pass ten times as slowly for its process.");
  add<Clock<500>>(plugin, "short-clock.cpu",
                  "The same with repetitions hardly longer than a message to the process takes.");
}
