// Reads `tolerance` of problems and arrays. Internal to the scenario.
#pragma once

#include "framework/kernel_file/array.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads a number, { relative = ..., absolute = ... }, or one of these for each of some element
// types, { half = 1e-2, double = 1e-9 }, into the tolerances of an array; leaves them as they are
// if the key is absent. Throws usage Error.
void read_tolerance(const TomlTable& reader, ArrayDescription& array);

}  // namespace assay
