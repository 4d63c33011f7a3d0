#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"

namespace assay {

// The text of a file. Throws environment Error with the reason.
[[nodiscard]] std::string read_source(const std::filesystem::path& file);

// The source, and every file that it includes by #include "name", directly or indirectly, if it
// exists in the folder of the including file: all others are left to the compiler. The source comes
// first; names are relative to the folder that contains all of them.
[[nodiscard]] std::vector<SourceFile> collect_sources(const std::filesystem::path& file);

}  // namespace assay
