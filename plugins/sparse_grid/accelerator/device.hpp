// The device from the view of the folder's operators.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/plugin.hpp"
#include "assay/stopwatch.hpp"

namespace sparse_grid::accelerator {

// The times of preparing operators other than the compilation of their programs, in seconds.
struct Preparation {
  double grid_layout = 0;
  double data_layout = 0;
  double upload = 0;
};

using assay::sdk::Configuration;
using assay::sdk::MemoryNeed;
using assay::sdk::ParameterSet;
using assay::sdk::rounded_up;

// The device of an operator. A cheap copyable reference.
struct Device : assay::sdk::Device {
  Preparation* preparation = nullptr;  // times are added to it unless it is null
};

// Returns the result of `work` and adds its time to a part of the device's preparation.
auto timed(const Device& device, double Preparation::*part, const auto& work) {
  struct Timing {
    ~Timing() {
      if (preparation != nullptr) preparation->*part += watch.seconds();
    }
    Preparation* preparation;
    double Preparation::*part;
    assay::sdk::Stopwatch watch;
  };
  const Timing timing{device.preparation, part, {}};
  return work();
}

// Returns the contents of a buffer.
template <class T>
std::vector<T> read(const assay::sdk::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.read(values);
  return values;
}

}  // namespace sparse_grid::accelerator
