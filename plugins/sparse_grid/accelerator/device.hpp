// What all operators of the folder ask of the device.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// What preparing operators takes beside compiling their programs, in seconds.
struct Preparation {
  double grid_layout = 0;
  double data_layout = 0;
  double upload = 0;
};

using assay::sdk::Configuration;
using assay::sdk::MemoryNeed;
using assay::sdk::ParameterSet;
using assay::sdk::rounded_up;

// Where an operator lives. A cheap copyable reference.
struct Device : assay::sdk::Device {
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

// What a buffer holds.
template <class T>
std::vector<T> read(const assay::sdk::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.read(values);
  return values;
}

}  // namespace sparse_grid::accelerator
