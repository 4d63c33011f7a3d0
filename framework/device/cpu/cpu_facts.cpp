#include "framework/device/cpu/cpu_facts.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "framework/core/usable_cpus.hpp"

namespace assay::device {
namespace {

namespace fs = std::filesystem;

// The value of a line "name : value" of the first processor in /proc/cpuinfo.
std::string cpuinfo(const std::string& name) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(name)) continue;
    if (line.find_first_not_of(" \t", name.size()) != colon) continue;
    const std::size_t start = line.find_first_not_of(' ', colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// "32K", "2M", "32768" in bytes; 0 for anything else.
double size_in_bytes(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const double unit = *end == 'K' ? 1024 : *end == 'M' ? 1024 * 1024 : 1;
  return number * unit;
}

// Data and unified caches as the kernel describes them.
void add_kernel_caches(std::map<std::string, double>& facts, int cpu) {
  const fs::path folder = fmt::format("/sys/devices/system/cpu/cpu{}/cache", cpu);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string type = first_line(entry.path() / "type");
    if (type != "Data" && type != "Unified") continue;
    const std::string level = first_line(entry.path() / "level");
    const double size = size_in_bytes(first_line(entry.path() / "size"));
    if (size > 0) facts["l" + level + "_bytes"] = size;
    const double line = size_in_bytes(first_line(entry.path() / "coherency_line_size"));
    if (line > 0 && level == "1") facts["cache_line_bytes"] = line;
  }
}

// The C library asks the processor itself, which helps where the kernel shows no caches.
void add_library_caches(std::map<std::string, double>& facts) {
  const std::array<std::pair<const char*, int>, 4> names = {{
      {"l1_bytes", _SC_LEVEL1_DCACHE_SIZE},
      {"l2_bytes", _SC_LEVEL2_CACHE_SIZE},
      {"l3_bytes", _SC_LEVEL3_CACHE_SIZE},
      {"cache_line_bytes", _SC_LEVEL1_DCACHE_LINESIZE},
  }};
  for (const auto& [name, key] : names) {
    const long value = sysconf(key);
    if (value > 0) facts.emplace(name, static_cast<double>(value));
  }
}

}  // namespace

std::string cpu_model() {
  std::string name = cpuinfo("model name");
  const std::string family = cpuinfo("cpu family");
  const std::string model = cpuinfo("model");
  if (!name.empty() && !family.empty()) {
    return fmt::format("{} (family {}, model {})", name, family, model);
  }
  if (!name.empty()) return name;
  const std::string part = cpuinfo("CPU part");  // printed by Arm's kernels
  utsname system{};
  uname(&system);
  return part.empty() ? system.machine : fmt::format("{} (part {})", system.machine, part);
}

int vector_bits() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return 256;
#endif
  return 128;
}

std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

std::map<std::string, double> cpu_facts() {
  const std::vector<int> cpus = usable_cpus();
  std::map<std::string, double> facts;
  facts["hardware_threads"] = static_cast<double>(cpus.size());
  facts["vector_bits"] = vector_bits();
  if (const auto memory = memory_bytes(); memory > 0) {
    facts["memory_bytes"] = static_cast<double>(memory);
  }
  add_kernel_caches(facts, cpus.front());
  add_library_caches(facts);
  // Facts have only the names in the table of device.hpp: constraints could not use a fourth level
  // elsewhere.
  facts.erase("l4_bytes");
  return facts;
}

}  // namespace assay::device
