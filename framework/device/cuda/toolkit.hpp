// The places where installed CUDA toolkits keep their libraries.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace assay::device::cuda {

// Roots of installed toolkits, those named by the user first: CUDA_HOME, CUDA_PATH,
// /usr/local/cuda*.
[[nodiscard]] std::vector<std::filesystem::path> toolkits();

// What to open in turn for a library of these file names: what the environment's `variable` names
// and nothing else, or the names, which the loader looks up, and the files of these names in
// toolkits and in assay's cache folder (nvrtc/, filled by tools/setup).
[[nodiscard]] std::vector<std::string> library_candidates(const char* variable,
                                                          std::span<const char* const> names);

}  // namespace assay::device::cuda
