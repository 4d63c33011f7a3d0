// Reads how arrays and members of structs get their elements. Internal to the scenario.
#pragma once

#include <string>

#include "framework/kernel_file/array.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads `fill` or `file` and the keys that belong to it. `name` gives the default seed, which
// differs between arrays and members. Throws usage Error for keys that belong to another rule.
[[nodiscard]] ArrayFill read_fill(const TomlTable& reader, const std::string& name,
                                  assay_element element);

// Throws usage Error for keys that belong to a rule of filling, where there is none.
void require_no_fill(const TomlTable& reader);

}  // namespace assay
