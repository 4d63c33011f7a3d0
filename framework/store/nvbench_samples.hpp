// The binary files of times that nvbench writes. Internal to the store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace assay {

// Reads `count` times in seconds, 32-bit floats with the least byte first. Throws environment Error
// if the file cannot be read, has another size, or a time in it is no number above zero.
[[nodiscard]] std::vector<double> read_nvbench_samples(const std::filesystem::path& file,
                                                       std::uint64_t count);

}  // namespace assay
