#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"

namespace assay {

// The text of a file. Throws environment Error with the reason.
[[nodiscard]] std::string read_source(const std::filesystem::path& file);

// The bytes of a file, in hexadecimal digits. Throws environment Error with the reason.
[[nodiscard]] std::string read_image(const std::filesystem::path& file);
// The bytes that hexadecimal digits stand for.
[[nodiscard]] std::vector<std::byte> image_bytes(const std::string& digits);

// The files, and every file that they include by #include "name", directly or indirectly, if it
// exists in the folder of the including file or in one of `include_folders`: all others are left to
// the compiler. The first is the translation unit; of several files that is one that includes them
// in order. `linked` come next, in order: translation units of their own. Names are relative to the
// folder that contains all of them, or to the include folder.
[[nodiscard]] std::vector<SourceFile> collect_sources(
    const std::vector<std::filesystem::path>& files,
    const std::vector<std::filesystem::path>& include_folders,
    const std::vector<std::filesystem::path>& linked = {});

}  // namespace assay
