// The pairs of a task on the device, restored by a kernel that serves both backends.
#pragma once

#include "sort/accelerator/program.hpp"
#include "sort/library/device_pairs.hpp"

namespace sorting::accelerator {

class PairsOnDevice : public DevicePairs {
 public:
  // Uploads the pairs as DevicePairs does, and builds the copying kernel.
  PairsOnDevice(const Device& device, const assay::sdk::Task& task);

  static assay::sdk::Program build(const Device& device);

  // Copies the unsorted keys and payloads to the place where they are sorted.
  void restore() const;

 private:
  template <class T>
  void copy(const assay::sdk::Buffer<T>& from, const assay::sdk::Buffer<T>& to) const;

  assay::sdk::Kernel copy_words_;
};

}  // namespace sorting::accelerator
