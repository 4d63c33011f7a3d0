// Reads [problem]: arrays, how they are filled, what outputs are compared with. Internal to the
// scenario.
#pragma once

#include <string>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// A reference that is a kernel is only named so far: `kernel` holds its name, `configuration` what
// the scenario says of its parameters. Throws usage Error as read_scenario does. `name` is that of
// a problem that has none of its own.
[[nodiscard]] ArrayProblemDescription read_array_problem(const toml::table& table,
                                                         const std::string& name);

// Throws usage Error naming the nearest for a type that arrays and scalars cannot have.
[[nodiscard]] assay_element read_element(const std::string& type, const std::string& place);

}  // namespace assay
