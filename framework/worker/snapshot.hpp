// An instance in sealed memory, from which fresh processes take it over.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/instance_record.hpp"
#include "framework/protocol/descriptor.hpp"
#include "framework/protocol/shared_memory.hpp"

namespace assay {

// The contents of a snapshot, all of them borrowed.
struct SnapshotContents {
  const InstanceRecord& record;
  std::span<const assay_tensor> inputs;
  std::span<const assay_expectation> expectations;  // none where the problem has a check
  std::span<const std::byte> state;  // what the problem's check needs in addition to inputs
  std::span<const assay_origin> origins = {};  // of the expectations; none: all begin at 0
  std::span<const assay_tolerance> tolerances = {};
  std::span<const assay_tensor> element_tolerances =
      {};  // of the expectations; none: all have none
};

// Writes the contents into memory of their own. `key` tells what the instance was created from.
// Throws environment Error where there is not enough memory.
[[nodiscard]] Descriptor write_snapshot(const std::string& key, const SnapshotContents& contents);

// A snapshot mapped by this process. The inputs are a copy of this process's own, so that a variant
// that writes into them spoils them for nobody else; nobody can change anything else. Tensors begin
// at page boundaries and have the strides that they had.
class Snapshot {
 public:
  // Maps memory that write_snapshot made, here or in another process. Throws environment Error if
  // it has another key, or where there is not enough memory to map it.
  Snapshot(const std::string& key, Descriptor memory);

  // The path under which other processes find the snapshot while this process lives.
  [[nodiscard]] std::string path() const { return path_of(memory_); }
  [[nodiscard]] const InstanceRecord& record() const { return record_; }
  // The inputs in this process's own copy.
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  // The inputs where nobody can change them.
  [[nodiscard]] std::span<const assay_tensor> original_inputs() const { return original_inputs_; }
  [[nodiscard]] std::span<const assay_expectation> expectations() const { return expectations_; }
  [[nodiscard]] std::span<const assay_tolerance> tolerances() const { return tolerances_; }
  [[nodiscard]] std::span<const assay_tensor> element_tolerances() const {
    return element_tolerances_;
  }
  [[nodiscard]] std::span<const assay_origin> origins() const { return origins_; }
  [[nodiscard]] std::span<const std::byte> state() const { return state_; }
  // Whether the copy of the inputs holds what it held at first.
  [[nodiscard]] bool inputs_unchanged() const { return !differs(copy_, original_); }

 private:
  // Appends the shapes of tensors as the description has them, and then the tensors.
  void take_tensors(const nlohmann::json& described, std::vector<TensorShape>& shapes,
                    std::vector<assay_tensor>& tensors);

  Descriptor memory_;
  Mapping original_;
  Mapping copy_;
  InstanceRecord record_;
  // Tensors borrow the names of shapes.
  std::vector<TensorShape> expected_shapes_;
  std::vector<TensorShape> tolerance_shapes_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> original_inputs_;
  std::vector<assay_expectation> expectations_;
  std::vector<assay_tolerance> tolerances_;
  std::vector<assay_tensor> element_tolerances_;
  std::vector<assay_origin> origins_;
  std::span<const std::byte> state_;
};

}  // namespace assay
