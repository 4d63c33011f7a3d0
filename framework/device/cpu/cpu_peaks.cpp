#include "framework/device/cpu/cpu_peaks.hpp"

#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "assay/stopwatch.hpp"
#include "framework/core/usable_cpus.hpp"
#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/cpu/fma_chains.hpp"

namespace assay::device {

FmaKernel widest_fma_kernel() {
#if defined(__x86_64__)
  if (vector_bits() == 512) return fma_kernel_avx512();
  if (vector_bits() == 256) return fma_kernel_avx2();
#endif
  return fma_kernel_baseline();
}

namespace {

// The shortest time in which all threads together do `work(thread)`. Noise only ever adds time.
double best_seconds(std::size_t threads, int repetitions,
                    const std::function<void(std::size_t)>& work) {
  double best = 0;
  sdk::Stopwatch watch;
  std::barrier<> gate(static_cast<std::ptrdiff_t>(threads));
  const auto body = [&](std::size_t thread) {
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      gate.arrive_and_wait();
      if (thread == 0) watch.restart();
      work(thread);
      gate.arrive_and_wait();
      if (thread != 0) continue;
      const double seconds = watch.seconds();
      if (repetition == 0 || seconds < best) best = seconds;
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(body, thread);
  body(0);
  return best;
}

double fma_rate(std::size_t threads, FmaChains chains, int elements) {
  volatile double sink = 0;
  // Enough rounds for about three milliseconds, by a first estimate of the speed (which also wakes
  // up the clock).
  constexpr std::int64_t probe_rounds = 200'000;
  const sdk::Stopwatch watch;
  sink = chains(probe_rounds);
  const double probe = std::max(watch.seconds(), 1e-5);
  const auto rounds = static_cast<std::int64_t>(probe_rounds * 3e-3 / probe) + 1;

  std::vector<double> results(threads);
  const double seconds =
      best_seconds(threads, 10, [&](std::size_t thread) { results[thread] = chains(rounds); });
  for (const double result : results) sink = sink + result;
  return 2.0 * fma_chain_count * elements * static_cast<double>(rounds) *
         static_cast<double>(threads) / seconds;
}

// Copies past the caches, so that no line is read only to be overwritten.
void copy_streaming(char* target, const char* source, std::size_t bytes) {
#if defined(__x86_64__)
  for (std::size_t at = 0; at < bytes; at += sizeof(__m128i)) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(target + at),
                     _mm_load_si128(reinterpret_cast<const __m128i*>(source + at)));
  }
  _mm_sfence();
#else
  std::memcpy(target, source, bytes);
#endif
}

double copy_rate(std::size_t threads) {
  // All threads' memory together is four times the last-level cache, at most a quarter of main
  // memory; whole pages per thread.
  constexpr std::size_t page = 4096;
  const auto facts = cpu_facts();
  const auto cache = facts.contains("l3_bytes") ? facts.at("l3_bytes") : 0.0;
  const double total =
      std::min(std::max(4 * cache, 64.0 * 1024 * 1024), static_cast<double>(memory_bytes()) / 4);
  const std::size_t pages_each = static_cast<std::size_t>(total) / (2 * threads * page) + 1;
  const std::size_t bytes = pages_each * page;

  using Memory = std::unique_ptr<char, decltype(&std::free)>;
  std::vector<Memory> memory;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    memory.emplace_back(static_cast<char*>(std::aligned_alloc(page, 2 * bytes)), &std::free);
    if (memory.back() == nullptr) return 0;
  }
  // Each thread touches its own memory first, so that it lies in the memory nearest to that thread.
  best_seconds(threads, 1,
               [&](std::size_t thread) { std::memset(memory[thread].get(), 1, 2 * bytes); });
  const double plain = best_seconds(threads, 4, [&](std::size_t thread) {
    std::memcpy(memory[thread].get() + bytes, memory[thread].get(), bytes);
  });
  const double streaming = best_seconds(threads, 4, [&](std::size_t thread) {
    copy_streaming(memory[thread].get() + bytes, memory[thread].get(), bytes);
  });
  return 2.0 * static_cast<double>(bytes * threads) / std::min(plain, streaming);
}

}  // namespace

Peaks measure_cpu_peaks() {
  const std::size_t threads = usable_cpus().size();
  const FmaKernel kernel = widest_fma_kernel();
  const int singles = kernel.vector_bytes / static_cast<int>(sizeof(float));
  const int doubles = kernel.vector_bytes / static_cast<int>(sizeof(double));
  return {.flops_single = fma_rate(threads, kernel.single_chains, singles),
          .flops_double = fma_rate(threads, kernel.double_chains, doubles),
          .bandwidth = copy_rate(threads)};
}

}  // namespace assay::device
