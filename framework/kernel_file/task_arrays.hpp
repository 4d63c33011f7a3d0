// The arrays that a task hands to a kernel in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/variant.hpp"
#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {

// The names of a task. A parameter hides an argument of the same name.
[[nodiscard]] FormulaNames names_of(const sdk::Task& task);

[[nodiscard]] std::span<std::byte> bytes_in(const assay_tensor& tensor);

// An array of the problem. `initial` are its elements before a repetition, and `output` receives
// those after it; one of them may be missing. Both are borrowed from the task.
struct TaskArray {
  std::span<const std::byte> initial;
  const assay_tensor* output = nullptr;
  std::size_t bytes = 0;
  std::size_t element_bytes = 1;
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;
};
// Throws usage Error if the problem has no such array.
[[nodiscard]] TaskArray task_array(const sdk::Task& task, const std::string& name,
                                   const std::string& problem);

// The size of a kernel's own array.
[[nodiscard]] std::size_t scratch_bytes(const ArrayDescription& scratch, const FormulaNames& names);

}  // namespace assay
