#include "framework/core/paths.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "framework/core/error.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;  // a folder that cannot be read counts as missing
  return fs::is_directory(path, ignored);
}

std::vector<fs::path> folders_of_environment(const char* name) {
  std::vector<fs::path> folders;
  const std::string list = environment(name);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    const fs::path folder = list.substr(begin, end - begin);
    if (is_folder(folder)) folders.push_back(fs::absolute(folder));
    begin = end + 1;
  }
  return folders;
}

std::vector<fs::path> subfolders(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const bool wanted = at->path().filename().string().starts_with(prefix);
    if (wanted && is_folder(at->path())) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());  // the file system's order differs from run to run
  return found;
}

// The source tree that a CMake build tree was configured from; empty if `build` is not a build
// tree.
fs::path source_of_build(const fs::path& build) {
  constexpr std::string_view key = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  std::ifstream cache(build / "CMakeCache.txt");
  for (std::string line; std::getline(cache, line);) {
    if (line.starts_with(key)) return line.substr(key.size());
  }
  return {};
}

// A folder that is installed below share/assay, or lies in the source tree; empty if neither
// exists.
fs::path shipped_folder(const fs::path& executable, const char* name) {
  const fs::path prefix = executable.parent_path().parent_path();
  fs::path installed = prefix / "share" / "assay" / name;
  if (is_folder(installed)) return installed;
  const fs::path source = source_of_build(prefix);
  if (!source.empty() && is_folder(source / name)) return source / name;
  return {};
}

}  // namespace

fs::path executable_path() {
  std::error_code error;
  fs::path path = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    throw environment_error("cannot find out where assay is installed: /proc/self/exe: {}",
                            error.message());
  }
  return path;
}

std::vector<fs::path> plugin_folders(const fs::path& executable) {
  std::vector<fs::path> folders = folders_of_environment("ASSAY_PLUGIN_PATH");
  const auto add = [&](const fs::path& library_folder) {
    const fs::path folder = library_folder / "assay" / "plugins";
    if (is_folder(folder)) folders.push_back(folder);
  };
  for (const auto& library_folder : subfolders(executable.parent_path().parent_path(), "lib")) {
    std::error_code error;
    // A distribution's lib64 may be a link to its lib: one folder, one entry.
    if (fs::is_symlink(library_folder, error)) continue;
    add(library_folder);
    for (const auto& multiarch : subfolders(library_folder, "")) add(multiarch);
  }
  return folders;
}

fs::path scenario_folder(const fs::path& executable) {
  return shipped_folder(executable, "scenarios");
}

fs::path own_trace_folder() {
  if (const auto folder = environment("ASSAY_TRACES"); !folder.empty()) return folder;
  const fs::path xdg = environment("XDG_DATA_HOME");
  if (xdg.is_absolute()) return xdg / "assay" / "traces";
  if (const auto home = environment("HOME"); !home.empty()) {
    return fs::path(home) / ".local" / "share" / "assay" / "traces";
  }
  return {};
}

std::vector<fs::path> trace_folders(const fs::path& executable) {
  std::vector<fs::path> folders = {own_trace_folder(), shipped_folder(executable, "traces")};
  std::erase_if(folders,
                [](const fs::path& folder) { return folder.empty() || !is_folder(folder); });
  return folders;
}

fs::path chart_library_file(const fs::path& executable) {
  fs::path file =
      executable.parent_path().parent_path() / "share" / "assay" / "report" / "chart.min.js";
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) ? file : fs::path();
}

fs::path cache_folder() {
  if (const auto folder = environment("ASSAY_CACHE"); !folder.empty()) return folder;
  // The XDG specification demands that relative paths be ignored.
  const fs::path xdg = environment("XDG_CACHE_HOME");
  if (xdg.is_absolute()) return xdg / "assay";
  if (const auto home = environment("HOME"); !home.empty()) {
    return fs::path(home) / ".cache" / "assay";
  }
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  return (error ? fs::path("/tmp") : temporary) / fmt::format("assay-cache-{}", ::getuid());
}

}  // namespace assay
