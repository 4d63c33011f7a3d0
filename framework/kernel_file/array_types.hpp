// The element types in which a configuration takes arrays and numbers, where they follow a
// parameter.
#pragma once

#include <span>
#include <vector>

#include "assay/variant.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Whether any array has another type than the problem's, or one that follows a parameter.
[[nodiscard]] bool has_types(const KernelDescription& kernel);

// The type that a text names: an element's, or that of a parameter's value. Throws usage Error for
// any other.
[[nodiscard]] assay_element element_of(const PlacedText& type, const FormulaNames& names);

// The type of an array of the kernel's own.
[[nodiscard]] assay_element scratch_element(const ArrayDescription& scratch,
                                            const FormulaNames& names);

// The type of a number that is passed by value.
[[nodiscard]] assay_element part_element(const ValuePart& part, const FormulaNames& names);

// Sets the types of a task's tensors for a configuration; `types` holds the problem's.
void set_types(const KernelDescription& kernel, const FormulaNames& names,
               std::span<const assay_tensor> inputs, std::span<const assay_tensor> outputs,
               sdk::TensorTypes& types);

// Every type that an array of the problem or of the kernel may have; `element` is the one that is
// written beside the array.
[[nodiscard]] std::vector<assay_element> possible_elements(const KernelDescription& kernel,
                                                           const ArrayDescription& array);
// Every type that a number may have that is passed by value.
[[nodiscard]] std::vector<assay_element> possible_elements(const KernelDescription& kernel,
                                                           const ValuePart& part);

}  // namespace assay
