#include "framework/supervisor/held_memory.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

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

}  // namespace

std::uint64_t held_memory(pid_t group) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    const bool process =
        std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (process && group_of(entry.path()) == group) bytes += held_by(entry.path());
  }
  return bytes;
}

}  // namespace assay
