// Reads [[kernel]], and joins kernels with problems and with their sources. Internal to the
// scenario.
#pragma once

#include <filesystem>

#include "framework/kernel_file/description.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Everything under [problem] and [[kernel]], without the sources. `name` is that of a problem that
// has none of its own. Throws usage Error as read_scenario does.
[[nodiscard]] KernelFiles read_kernel_files(const TomlTable& top, const std::string& name);

// Gives kernels without one a name, checks the names in expressions, and makes a reference that
// names a kernel (or assumes the first) hold it. Throws usage Error.
void join_kernels(KernelFiles& files);

// Reads the sources, relative to `folder`, and holds them against what the scenario says of them:
// that the function is there and takes these arguments, as far as reading tells. Throws usage Error
// with the scenario's place.
void attach_sources(KernelFiles& files, const std::filesystem::path& folder);

}  // namespace assay
