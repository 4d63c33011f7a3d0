#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace assay {

// The most bytes that are read from a file: many times what tools write, and small enough that the
// parsed document still fits into memory.
inline constexpr std::size_t largest_text = std::size_t{256} << 20;

// Returns a whole text file, decompressed if it is a gzip file under any name. Throws environment
// Error if it cannot be read, is cut off or damaged, is named .gz but is not a gzip file, or has
// more than `limit` bytes, in which case no more are read.
[[nodiscard]] std::string read_packed_text(const std::filesystem::path& path,
                                           std::size_t limit = largest_text);

// Writes a text file, as a gzip file if its name ends in .gz. Writes to a temporary file and
// renames it, so that no half-written file is left. Throws environment Error if it cannot be
// written.
void write_packed_text(const std::filesystem::path& path, const std::string& text);

}  // namespace assay
