// Reads what a [[kernel]] launches: functions, their arguments and sizes, and loops over them.
// Internal to the scenario.
#pragma once

#include "framework/kernel_file/kernel.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads the keys of one launch, or the list `launches`, into the kernel's steps; its parameters
// have been read. Throws usage Error as read_scenario does.
void read_steps(const TomlTable& reader, KernelDescription& kernel);

// Checks the names of arrays and of everything in formulas of the launches. `names` are those of
// parameters and arguments, `arrays` those of the problem and of the kernel's scratch; nullptr
// where they are known only when the kernel runs. Throws usage Error.
void require_launch_names(const KernelDescription& kernel, const std::vector<std::string>* names,
                          const std::vector<std::string>* arrays);

}  // namespace assay
