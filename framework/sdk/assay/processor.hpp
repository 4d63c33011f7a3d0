// Parameters that variants on the CPU share, so that all of them name and mean the same.
#pragma once

#include <cstddef>

#include "assay/value.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

// "threads"; 0, the default, stands for every hardware thread. With threads_constraint no two
// values mean the same number.
inline Parameter threads_parameter() {
  auto values = powers_of_two(1, 256);
  values.insert(values.begin(), Value(0));
  return {"threads", "Threads that share the work; 0: every hardware thread.", values};
}
inline Constraint threads_constraint() {
  return {"threads < hardware_threads", "0 stands for every hardware thread, and more do not help"};
}
// The number a task's "threads" means on its device.
inline std::size_t threads_of(const Task& task) {
  const auto threads = static_cast<std::size_t>(task.configuration().integer("threads"));
  return threads > 0 ? threads
                     : static_cast<std::size_t>(task.host().device_fact("hardware_threads"));
}

// "simd_bits", the width of a vector register; by default the widest there is.
inline Parameter simd_bits_parameter() {
  return {"simd_bits", "Width of a vector register: 128 (SSE), 256 (AVX2), 512 (AVX-512).",
          powers_of_two(128, 512), Value(512)};
}
inline Constraint simd_bits_constraint() {
  return {"simd_bits <= vector_bits", "the processor has no vectors that wide"};
}

}  // namespace assay::sdk
