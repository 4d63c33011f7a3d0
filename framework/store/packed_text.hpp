#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace assay {

// The most that is read of a file: many times what tools write, and what a parsed document of that
// size takes still fits into memory.
inline constexpr std::size_t largest_text = std::size_t{256} << 20;

// The whole of a text file, decompressed on the way if it is a gzip file, whatever its name. Throws
// environment Error if it cannot be read, is cut off or damaged, is named .gz and is none, or has
// more than `limit` bytes, of which no more are read.
[[nodiscard]] std::string read_packed_text(const std::filesystem::path& path,
                                           std::size_t limit = largest_text);

// Writes a text file, as a gzip file if its name ends in .gz. It is written aside and renamed, so
// that nothing half-written is left. Throws environment Error if it cannot be written.
void write_packed_text(const std::filesystem::path& path, const std::string& text);

}  // namespace assay
