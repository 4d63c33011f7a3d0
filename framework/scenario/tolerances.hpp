// Reads `tolerance` of problems and arrays. Internal to the scenario.
#pragma once

#include "framework/kernel_file/array.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads a number, { relative = ..., absolute = ... }, or one of these for each of some element
// types, { half = 1e-2, double = 1e-9 }, into the tolerances of an array; leaves them as they are
// if the key is absent. Throws usage Error.
void read_tolerance(const TomlTable& reader, ArrayDescription& array);

// Reads the tolerance of a member of structs: its own, that of its array, or that of the problem,
// where a table of types has the one of the member's type. Throws usage Error for such a table of
// an array of structs or a member, whose type is one.
void read_member_tolerance(const TomlTable& problem, const TomlTable& array,
                           const TomlTable& reader, ArrayMember& member);

}  // namespace assay
