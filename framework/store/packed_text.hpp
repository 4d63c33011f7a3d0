#pragma once

#include <filesystem>
#include <string>

namespace assay {

// The whole of a text file, decompressed on the way if it is a gzip file, whatever its name. Throws
// environment Error if it cannot be read, is cut off or damaged, or is named .gz and is none.
[[nodiscard]] std::string read_packed_text(const std::filesystem::path& path);

}  // namespace assay
