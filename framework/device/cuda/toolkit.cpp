#include "framework/device/cuda/toolkit.hpp"

#include <algorithm>

#include "framework/core/paths.hpp"
#include "framework/device/cuda/shared_library.hpp"

namespace assay::device::cuda {

namespace fs = std::filesystem;

std::vector<fs::path> toolkits() {
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const std::string root = variable_or(variable, ""); !root.empty()) roots.emplace_back(root);
  }
  std::vector<fs::path> found;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator("/usr/local", unreadable)) {
    if (entry.path().filename().string().starts_with("cuda")) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  roots.insert(roots.end(), found.begin(), found.end());
  return roots;
}

std::vector<std::string> library_candidates(const char* variable,
                                            std::span<const char* const> names) {
  if (const std::string named = variable_or(variable, ""); !named.empty()) return {named};
  std::vector<std::string> paths(names.begin(), names.end());
  const auto look_in = [&](const fs::path& folder) {
    for (const char* name : names) {
      std::error_code unreadable;
      if (fs::exists(folder / name, unreadable)) paths.push_back((folder / name).string());
    }
  };
  for (const fs::path& root : toolkits()) {
    look_in(root / "lib64");
    look_in(root / "lib");
  }
  look_in(cache_folder() / "nvrtc");
  return paths;
}

}  // namespace assay::device::cuda
