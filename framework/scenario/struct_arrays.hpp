// Arrays of structs: their members, and where kernels find them. Internal to the scenario.
#pragma once

#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads the members of an array's structs, `struct`, and checks that all of them are filled or
// none. `problem` has the tolerance of members that give none; nullptr for a kernel's own array,
// whose members are not compared. Throws usage Error.
[[nodiscard]] std::vector<ArrayMember> read_members(const TomlTable& array, const std::string& name,
                                                    const TomlTable* problem);

// Lays out all arrays of structs for the kernels that take them. Throws usage Error, with both
// layouts, if two kernels of a problem lay its structs out differently.
void lay_out_structs(KernelFiles& files);

}  // namespace assay
