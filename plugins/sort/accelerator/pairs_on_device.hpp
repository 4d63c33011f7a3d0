// The pairs of a task on the device: unsorted, and where they are sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sort/accelerator/program.hpp"
#include "sort/library/arrays.hpp"

namespace sorting::accelerator {

class PairsOnDevice {
 public:
  // Uploads the task's inputs. Throws ASSAY_INVALID for tensors that contradict each other.
  PairsOnDevice(const Device& device, const assay::sdk::Task& task);

  static assay::sdk::Program build(const Device& device);

  // Puts the unsorted keys and payloads where they are sorted.
  void restore() const;
  // Brings what is there into the task's outputs.
  void download() const;

  [[nodiscard]] std::size_t payload_bytes() const { return payload_bytes_; }

  // All [total] (and never empty); payloads have payload_bytes() each.
  assay::sdk::Buffer<float> keys;
  assay::sdk::Buffer<std::byte> payloads;
  assay::sdk::Buffer<std::byte> unsorted_payloads;
  assay::sdk::Buffer<std::uint64_t> offsets;  // [arrays + 1]
  std::size_t arrays;

 private:
  template <class T>
  void copy(const assay::sdk::Buffer<T>& from, const assay::sdk::Buffer<T>& to) const;

  std::size_t payload_bytes_;
  std::span<float> sorted_keys_;
  std::span<std::byte> sorted_payloads_;
  assay::sdk::Buffer<float> unsorted_keys_;
  assay::sdk::Kernel copy_words_;
};

}  // namespace sorting::accelerator
