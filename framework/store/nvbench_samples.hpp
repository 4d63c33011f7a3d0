// The binary files in which nvbench writes times. Internal to the store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace assay {

// Reads `count` times in seconds, stored as little-endian 32-bit floats. Throws environment Error
// if the file cannot be read or has another size, or if a time in it is not a number above zero.
[[nodiscard]] std::vector<double> read_nvbench_samples(const std::filesystem::path& file,
                                                       std::uint64_t count);

}  // namespace assay
