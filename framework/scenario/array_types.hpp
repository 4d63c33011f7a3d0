// Reads and checks the element types in which kernels take arrays. Internal to the scenario.
#pragma once

#include <string>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads types.a = "real" of a kernel, whose parameters are read already.
void read_array_types(const TomlTable& kernel, KernelDescription& description);

// Whether a text is the name of a parameter of the kernel, whose values are then types. Throws
// usage Error at the parameter's place if one of them is no element type.
[[nodiscard]] bool is_type_parameter(const KernelDescription& kernel, const std::string& text);

// Checks that the arrays belong to the problem (nullptr: one of a plugin), that their elements hold
// all numbers of the types, and that no image shows them.
void require_array_types(const KernelDescription& kernel, const ArrayProblemDescription* problem);

// Checks, and completes, what the types of its kernels ask of a problem: no work is counted where
// it depends on a type, and a tolerance that the scenario gives for an output holds for all types.
void join_array_types(ArrayProblemDescription& problem,
                      const std::vector<KernelDescription>& kernels);

// The configuration of a reference kernel, in which parameters that give types, unless they are
// given, have those of the most precise type.
[[nodiscard]] Bindings with_precise_types(const KernelDescription& kernel, Bindings given);

}  // namespace assay
