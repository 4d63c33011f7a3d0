// What all operators of the folder ask of the device.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// What preparing operators takes beside compiling their programs, in seconds.
struct Preparation {
  double grid_layout = 0;
  double data_layout = 0;
  double upload = 0;
};

// Where an operator lives. A cheap copyable reference.
struct Device {
  assay::sdk::Host host;
  assay_backend backend;
  Preparation* preparation = nullptr;  // times are added to it if there is one
};

// What `work` returns; its time is added to a part of the device's preparation.
auto timed(const Device& device, double Preparation::*part, const auto& work) {
  struct Stopwatch {
    ~Stopwatch() {
      if (preparation == nullptr) return;
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      preparation->*part += elapsed.count();
    }
    Preparation* preparation;
    double Preparation::*part;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  };
  const Stopwatch stopwatch{device.preparation, part};
  return work();
}

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// What a buffer holds.
template <class T>
std::vector<T> read(const assay::sdk::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.read(values);
  return values;
}

// Enough groups of `local` work items for `items`.
inline void launch_items(assay_queue* queue, const assay::sdk::Kernel& kernel, std::size_t items,
                         std::size_t local, const auto&... arguments) {
  kernel.launch_on<1>(queue, {round_up(items, local)}, {local}, arguments...);
}

// The constants of kernels/dialect.h, and the options every program of the family is built with.
// Throws ASSAY_UNSUPPORTED for double precision on a device without it.
assay::sdk::CompileOptions dialect_options(const Device& device, bool is_double,
                                           std::size_t vector_width);

// Compiles `source`; the shared headers are added.
assay::sdk::Program build(const Device& device, const assay_source& source,
                          const assay::sdk::CompileOptions& options);

// Bytes of device memory: of the largest buffer and of all of them.
struct Memory {
  double largest = 0;
  double total = 0;
};

// Throw ASSAY_UNSUPPORTED, saying how much was needed and how much there is.
void require_device_memory(const Device& device, const Memory& needed);
void require_local_memory(const Device& device, std::size_t bytes);

}  // namespace sparse_grid::accelerator
