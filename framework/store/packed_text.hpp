#pragma once

#include <filesystem>
#include <string>

namespace assay {

// The whole of a text file, decompressed on the way if it is a gzip file, whatever its name. Throws
// environment Error if it cannot be read, is cut off or damaged, or is named .gz and is none.
[[nodiscard]] std::string read_packed_text(const std::filesystem::path& path);

// Writes a text file, as a gzip file if its name ends in .gz. It is written aside and renamed, so
// that nothing half-written is left. Throws environment Error if it cannot be written.
void write_packed_text(const std::filesystem::path& path, const std::string& text);

}  // namespace assay
