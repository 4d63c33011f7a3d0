// The pairs of a task on the device, put back by a kernel that serves both backends.
#pragma once

#include "sort/accelerator/program.hpp"
#include "sort/library/device_pairs.hpp"

namespace sorting::accelerator {

class PairsOnDevice : public DevicePairs {
 public:
  // As DevicePairs.
  PairsOnDevice(const Device& device, const assay::sdk::Task& task);

  static assay::sdk::Program build(const Device& device);

  // Puts the unsorted keys and payloads where they are sorted.
  void restore() const;

 private:
  template <class T>
  void copy(const assay::sdk::Buffer<T>& from, const assay::sdk::Buffer<T>& to) const;

  assay::sdk::Kernel copy_words_;
};

}  // namespace sorting::accelerator
