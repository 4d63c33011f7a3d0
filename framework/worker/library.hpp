#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay {

// Opens a plugin's library, calls its entry point and checks what it returns. The library stays
// loaded for the life of the process: its descriptions and destructors may be needed to the end.
// Throws environment Error with the reason in one line: a library is missing, no entry point,
// another ABI version, an exception, a description that contradicts itself.
[[nodiscard]] const assay_plugin* load_library(const std::filesystem::path& file);

// Tries load_library() on each file in a forked child, so that a plugin that crashes, exits or
// hangs while loading takes nobody with it; such a plugin ends the child, and another child goes on
// with the file after it. Returns, for each file, "" if it loads within the limit, else the reason
// in one line. To be called while the process has one thread.
[[nodiscard]] std::vector<std::string> probe_libraries(std::span<const std::filesystem::path> files,
                                                       std::chrono::milliseconds limit);

}  // namespace assay
