#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"

namespace assay {

// The text of a file. Throws environment Error with the reason.
[[nodiscard]] std::string read_source(const std::filesystem::path& file);

// A source, and every file that it includes by #include "name", directly or not, as far as they
// exist beside the file that includes them: the rest is for the compiler to find. The source comes
// first; names are relative to the folder that all of them lie in.
[[nodiscard]] std::vector<SourceFile> collect_sources(const std::filesystem::path& file);

}  // namespace assay
