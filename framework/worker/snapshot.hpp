// An instance as fresh processes take it over, in sealed memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/trial.hpp"
#include "framework/worker/descriptor.hpp"
#include "framework/worker/shared_memory.hpp"

namespace assay {

// What a snapshot is made of, all of it borrowed.
struct SnapshotContents {
  const InstanceRecord& record;
  std::span<const assay_tensor> inputs;
  std::span<const assay_expectation> expectations;  // none where the problem has a check
  std::span<const std::byte> state;                 // what the problem's check needs beside inputs
};

// Writes them into memory of their own. `key` tells what the instance was created from. Throws
// environment Error where there is not enough memory.
[[nodiscard]] Descriptor write_snapshot(const std::string& key, const SnapshotContents& contents);

// Its inputs are a copy of this process's own, which a variant that writes into them spoils for
// nobody else; all else nobody can change. Tensors begin at page boundaries and have the strides
// that they had.
class Snapshot {
 public:
  // Maps memory that write_snapshot made, here or in another process. Throws environment Error if
  // it has another key, or where there is not enough memory to map it.
  Snapshot(const std::string& key, Descriptor memory);

  // Under which other processes find it, while this one lives.
  [[nodiscard]] std::string path() const { return path_of(memory_); }
  [[nodiscard]] const InstanceRecord& record() const { return record_; }
  // The process's own copy.
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  // The same elements where nobody can change them.
  [[nodiscard]] std::span<const assay_tensor> original_inputs() const { return original_inputs_; }
  [[nodiscard]] std::span<const assay_expectation> expectations() const { return expectations_; }
  [[nodiscard]] std::span<const std::byte> state() const { return state_; }
  // True if the copy of the inputs holds what it held.
  [[nodiscard]] bool inputs_unchanged() const { return !differs(copy_, original_); }

 private:
  Descriptor memory_;
  Mapping original_;
  Mapping copy_;
  InstanceRecord record_;
  std::vector<TensorShape> expected_shapes_;  // their names are borrowed by the expectations
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> original_inputs_;
  std::vector<assay_expectation> expectations_;
  std::span<const std::byte> state_;
};

}  // namespace assay
