// The folder of the build, found when a test runs: it is not compiled in, so that builds of several
// kinds share the object files of tests.
#pragma once

#include <filesystem>
#include <stdexcept>

namespace assay::test {

// The path below the folder of the build to which the running test belongs.
inline std::filesystem::path built(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  for (fs::path folder = fs::read_symlink("/proc/self/exe"); folder.has_relative_path();) {
    folder = folder.parent_path();
    if (fs::exists(folder / "CMakeCache.txt")) return folder / path;
  }
  throw std::runtime_error("the test lies in no folder of a build");
}

}  // namespace assay::test
