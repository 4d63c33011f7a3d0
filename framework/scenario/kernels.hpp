// Reads [[kernel]], and joins kernels with problems and with their sources. Internal to the
// scenario.
#pragma once

#include <filesystem>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads everything under [problem] and [[kernel]], without the sources. `name` is used for a
// problem without a name of its own. Throws usage Error as read_scenario does.
[[nodiscard]] KernelFiles read_kernel_files(const TomlTable& top, const std::string& name);

// Names the kernels that have no name, checks the names in expressions, and copies the kernel that
// a reference names (or the first kernel, which it assumes) into the reference. Throws usage Error.
void join_kernels(KernelFiles& files);

// Reads the sources, relative to `folder`, and checks the scenario against them: that the function
// exists and takes the given arguments, as far as reading can tell. Throws usage Error with the
// place in the scenario.
void attach_sources(KernelFiles& files, const std::filesystem::path& folder);

}  // namespace assay
