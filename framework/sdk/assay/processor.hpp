// Parameters that variants on the CPU share, so that their names and meanings are the same
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "assay/error.hpp"
#include "assay/value.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

// The parameter "threads"; 0, the default, stands for every hardware thread. With
// threads_constraint no two values mean the same number.
inline Parameter threads_parameter() {
  auto values = powers_of_two(1, 256);
  values.insert(values.begin(), Value(0));
  return {"threads", "Threads that share the work; 0: every hardware thread.", values};
}
inline Constraint threads_constraint() {
  return {"threads < hardware_threads", "0 stands for every hardware thread, and more do not help"};
}
// The number of threads that a task's "threads" means on its device.
inline std::size_t threads_of(const Task& task) {
  const auto threads = static_cast<std::size_t>(task.configuration().integer("threads"));
  return threads > 0 ? threads
                     : static_cast<std::size_t>(task.host().device_fact("hardware_threads"));
}

// The parameter "simd_bits", the width of a vector register; by default the widest there is.
inline Parameter simd_bits_parameter() {
  return {"simd_bits", "Width of a vector register: 128 (SSE), 256 (AVX2), 512 (AVX-512).",
          powers_of_two(128, 512), Value(512)};
}
inline Constraint simd_bits_constraint() {
  return {"simd_bits <= vector_bits", "the processor has no vectors that wide"};
}

// The parameter "stores": how a variant writes results that it does not read again. Streaming them
// (copy_streaming of <assay/simd.hpp>) pays where they are larger than the caches.
inline Parameter stores_parameter() {
  return {"stores",
          "cached: a line is read before it is written, and stays in the caches; streaming: lines "
          "are written whole, past the caches.",
          {"cached", "streaming"}};
}
inline bool has_streaming_stores(const Task& task) {
  return task.configuration().text("stores") == "streaming";
}
// Makes what the calling thread has stored by streaming visible to others, as ordinary stores are
// wherever threads meet. Costs nothing to speak of where it has not.
inline void finish_streaming() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

// Whether the running processor supports what the CMake function assay_simd_kernels compiles for
// that width: the levels 2, 3 and 4 of the x86-64 psABI, recognised by the features that
// distinguish them, because not every compiler can query a level by its name. On other
// architectures there is one width.
inline bool processor_runs(std::int64_t simd_bits) {
#if defined(__x86_64__)
  const bool level_2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
  const bool level_3 = level_2 && __builtin_cpu_supports("avx2") &&
                       __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  if (simd_bits == 256) return level_3;
  if (simd_bits == 512) {
    return level_3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
  return simd_bits == 128 && level_2;
#else
  return simd_bits == 128;
#endif
}

// Returns choose(width), where `width` is a constant with the value simd_bits: one name then leads
// to the code that was compiled for each width. If kernels.cpp, which assay_simd_kernels compiles,
// defines the kernels of its width,
//   template <class T, int simd_bits> Kernels<T> kernels();                                 // .hpp
//   template <> Kernels<float> kernels<float, SIMD_BITS>() { return {...}; }                // .cpp
// the kernels of a configuration are
//   for_simd_bits(bits, [](auto width) { return kernels<T, width>(); })
// Throws Error (ASSAY_UNSUPPORTED) for a width that does not exist or that the processor lacks.
template <class Choose>
auto for_simd_bits(std::int64_t simd_bits, Choose choose) {
  if (processor_runs(simd_bits)) {
#if defined(__x86_64__)
    if (simd_bits == 512) return choose(std::integral_constant<int, 512>());
    if (simd_bits == 256) return choose(std::integral_constant<int, 256>());
#endif
    return choose(std::integral_constant<int, 128>());
  }
  throw Error(ASSAY_UNSUPPORTED,
              "there are no kernels with simd_bits = " + std::to_string(simd_bits) +
                  " for this processor; choose a smaller one of 128, 256 and 512");
}

}  // namespace assay::sdk
