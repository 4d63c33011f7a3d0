// The pairs of a task in device memory: the unsorted ones, and room to sort them. Header-only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "sort/library/arrays.hpp"

namespace sorting {

class DevicePairs {
 public:
  // Uploads the task's inputs. Throws ASSAY_INVALID for tensors that contradict each other.
  DevicePairs(const assay::sdk::Host& host, const assay::sdk::Task& task)
      : payload_bytes_(sorting::payload_bytes(task.input("payloads"))),
        arrays_(static_cast<std::size_t>(assay::sdk::element_count(task.input("offsets"))) - 1),
        sorted_keys_(assay::sdk::elements<float>(task.output("sorted_keys"))),
        sorted_payloads_(bytes_of(task.output("sorted_payloads"))) {
    require_shapes(task);
    unsorted_keys = upload<float>(host, assay::sdk::elements<const float>(task.input("keys")));
    unsorted_payloads = upload<std::byte>(host, bytes_of(task.input("payloads")));
    offsets = upload<std::uint64_t>(
        host, assay::sdk::elements<const std::uint64_t>(task.input("offsets")));
    keys = {host, unsorted_keys.size()};
    payloads = {host, unsorted_payloads.size()};
  }

  // Downloads the sorted pairs to the task's outputs.
  void download() const {
    if (sorted_keys_.empty()) return;
    keys.read(sorted_keys_);
    payloads.read(sorted_payloads_);
  }

  [[nodiscard]] std::size_t payload_bytes() const { return payload_bytes_; }
  [[nodiscard]] std::size_t arrays() const { return arrays_; }
  [[nodiscard]] std::size_t total() const { return sorted_keys_.size(); }  // pairs

  // Buffers of [total] elements (never empty); payloads have payload_bytes() each.
  assay::sdk::Buffer<float> unsorted_keys;
  assay::sdk::Buffer<std::byte> unsorted_payloads;
  assay::sdk::Buffer<float> keys;
  assay::sdk::Buffer<std::byte> payloads;
  assay::sdk::Buffer<std::uint64_t> offsets;  // [arrays + 1]

 private:
  static std::span<std::byte> bytes_of(const assay_tensor& payloads) {
    if (sorting::payload_bytes(payloads) == 4) {
      return std::as_writable_bytes(assay::sdk::elements<std::uint32_t>(payloads));
    }
    return std::as_writable_bytes(assay::sdk::elements<std::uint64_t>(payloads));
  }
  static void require_shapes(const assay::sdk::Task& task) {
    if (sorting::payload_bytes(task.input("payloads")) == 4) {
      static_cast<void>(Arrays<std::uint32_t>(task));
    } else {
      static_cast<void>(Arrays<std::uint64_t>(task));
    }
  }
  // Allocates at least eight elements: devices have no empty memory, and buffers are copied by
  // words.
  template <class T>
  static assay::sdk::Buffer<T> upload(const assay::sdk::Host& host, std::span<const T> values) {
    assay::sdk::Buffer<T> buffer(host, std::max<std::size_t>(values.size(), 8));
    if (!values.empty()) buffer.write(values);
    return buffer;
  }

  std::size_t payload_bytes_;
  std::size_t arrays_;
  std::span<float> sorted_keys_;
  std::span<std::byte> sorted_payloads_;
};

}  // namespace sorting
