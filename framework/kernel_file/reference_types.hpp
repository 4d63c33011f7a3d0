// The tensors of a reference kernel whose arrays have other types than the problem's.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "framework/kernel_file/reference.hpp"

namespace assay {

// A task with its tensors in the types that a configuration of its reference kernel takes.
class TypedReference {
 public:
  // `task` must outlive this; it is taken as it is if the kernel has no types of its own.
  TypedReference(const ReferenceTask& task, const Bindings& configuration);
  TypedReference(const TypedReference&) = delete;
  TypedReference& operator=(const TypedReference&) = delete;

  [[nodiscard]] const ReferenceTask& task() const { return typed_ ? *typed_ : original_; }
  // The elements of the outputs that are compared, of the problem's types.
  [[nodiscard]] std::vector<std::vector<std::byte>> as_the_problem_has(
      std::vector<std::vector<std::byte>> elements) const;

 private:
  const ReferenceTask& original_;
  std::vector<std::vector<std::byte>> memory_;  // of converted inputs
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_tensor> compared_;
  std::optional<ReferenceTask> typed_;
};

}  // namespace assay
