#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <string>

#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/device.hpp"

namespace assay::device {
namespace {

// "Debian GNU/Linux 12 (bookworm)"; empty if the system does not say.
std::string distribution() {
  std::ifstream file("/etc/os-release");
  const std::string key = "PRETTY_NAME=";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    std::string name = line.substr(key.size());
    std::erase(name, '"');
    return name;
  }
  return "";
}

}  // namespace

MachineRecord describe_machine() {
  utsname system{};
  uname(&system);
  MachineRecord machine;
  auto& attributes = machine.attributes;
  attributes["cpu"] = cpu_model();
  attributes["cores"] = fmt::format("{}", sysconf(_SC_NPROCESSORS_ONLN));
  // Fewer than cores where the process is pinned: results then differ, so it counts as identity.
  attributes["threads"] = fmt::format("{}", usable_cpus().size());
  // Firmware keeps a little that varies from boot to boot; whole GiB do not.
  attributes["memory-gib"] =
      fmt::format("{:.0f}", std::ceil(static_cast<double>(memory_bytes()) / (1 << 30)));
  attributes["kernel"] = fmt::format("{} {}", system.sysname, system.release);
  if (const std::string name = distribution(); !name.empty()) attributes["os"] = name;
  for (const auto& device : discover()) {
    if (device.backend == "cpu") continue;
    attributes[device.id] = fmt::format("{}; {}", device.name, device.driver);
  }
  return machine;
}

}  // namespace assay::device
