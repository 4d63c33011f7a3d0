// Reads [problem]: the arrays, how they are filled, and what outputs are compared with. Internal to
// the scenario.
#pragma once

#include <string>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads a problem. A reference that is a kernel is only named in the result: `kernel` holds its
// name, `configuration` the values that the scenario gives for its parameters. Throws usage Error
// as read_scenario does. `name` is used for a problem without a name of its own.
[[nodiscard]] ArrayProblemDescription read_array_problem(const toml::table& table,
                                                         const std::string& name);

// Reads an array of the kernel's own, whose fill may be left out, and whose type may be a parameter
// of the kernel. Throws usage Error.
[[nodiscard]] ArrayDescription read_scratch(const std::string& name, const toml::node& node,
                                            const KernelDescription& kernel);

// Reads an element type. Throws usage Error, suggesting the nearest type, for one that arrays and
// scalars cannot have.
[[nodiscard]] assay_element read_element(const std::string& type, const std::string& place);

}  // namespace assay
