#include "framework/supervisor/held_memory.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace assay {
namespace {

namespace fs = std::filesystem;

pid_t group_of(const fs::path& process) {
  std::ifstream stat(process / "stat");
  std::string text;
  std::getline(stat, text);
  const auto name_end = text.rfind(')');  // of the command's name, which may hold anything
  int group = 0;
  if (name_end == std::string::npos) return 0;
  return std::sscanf(text.c_str() + name_end + 1, " %*c %*d %d", &group) == 1 ? group : 0;
}

std::uint64_t held_by(const fs::path& process) {
  std::ifstream status(process / "status");
  std::uint64_t kilobytes = 0;
  for (std::string line; std::getline(status, line);) {
    for (const char* part : {"RssAnon:", "RssShmem:", "VmSwap:"}) {
      if (line.starts_with(part)) kilobytes += std::stoull(line.substr(line.find(':') + 1));
    }
  }
  return 1024 * kilobytes;
}

// The processes of each group, as they were at most a second ago: all workers of a supervisor ask,
// and there may be hundreds.
class Groups {
 public:
  std::vector<fs::path> members_of(pid_t group) {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - listed_ > std::chrono::seconds(1)) {
      list();
      listed_ = now;
    }
    const auto found = members_.find(group);
    return found == members_.end() ? std::vector<fs::path>() : found->second;
  }

 private:
  void list() {
    members_.clear();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
      const std::string name = entry.path().filename().string();
      const bool process =
          std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
      if (process) members_[group_of(entry.path())].push_back(entry.path());
    }
  }

  std::mutex mutex_;
  std::chrono::steady_clock::time_point listed_;
  std::map<pid_t, std::vector<fs::path>> members_;
};

}  // namespace

std::uint64_t held_memory(pid_t group) {
  static Groups groups;
  std::uint64_t bytes = 0;
  for (const auto& process : groups.members_of(group)) {
    // Its number may belong to another process by now.
    if (group_of(process) == group) bytes += held_by(process);
  }
  return bytes;
}

}  // namespace assay
