#include "framework/protocol/spare_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace assay {
namespace {

namespace fs = std::filesystem;

std::uint64_t available_on_host() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  for (std::uint64_t kibibytes = 0; in >> name >> kibibytes; in.ignore(64, '\n')) {
    if (name == "MemAvailable:") return kibibytes << 10;
  }
  return 0;
}

// The number in a file; absent if there is no such file, or if it says "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (!(in >> number)) return std::nullopt;
  return number;
}

// The bytes left in one group. The kernel takes back the group's file cache first, but does not
// report it in one number: the result is rather too small.
std::uint64_t left_in_group(const fs::path& folder) {
  const auto most = number_in(folder / "memory.max");
  if (!most) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t taken = number_in(folder / "memory.current").value_or(0);
  return *most - std::min(*most, taken);
}

}  // namespace

std::uint64_t spare_memory() {
  std::uint64_t spare = available_on_host();
  const fs::path root = "/sys/fs/cgroup";
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("0::/")) continue;
    // A group's limit also holds for the groups within it.
    for (fs::path group = line.substr(4);; group = group.parent_path()) {
      spare = std::min(spare, left_in_group(root / group));
      if (group.empty()) break;
    }
  }
  return spare;
}

}  // namespace assay
