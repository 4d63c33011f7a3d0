// The process that limits a device for another one: see limit_guardian.hpp.
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include "framework/device/cuda/limit_guardian.hpp"
#include "framework/device/cuda/limited_device.hpp"

namespace assay::device::cuda {
namespace {

using std::chrono::steady_clock;

// The right to limit a device, which one process of the machine has at a time. It is an abstract
// socket's name: the system takes it back when its owner ends.
class Claim {
 public:
  explicit Claim(const std::string& pci_bus_id)
      : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    constexpr std::chrono::seconds patience{10};  // far longer than taking limits away takes
    const auto deadline = steady_clock::now() + patience;
    while (!take(pci_bus_id)) {
      if (errno == EADDRINUSE && steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        continue;
      }
      const int reason = errno;
      close(socket_);
      if (reason == EADDRINUSE) {
        throw DeviceError(ASSAY_UNSUPPORTED,
                          "another assay limits this device: repeat this with --retry-failed when "
                          "it has ended");
      }
      throw DeviceError(ASSAY_UNSUPPORTED,
                        fmt::format("the device cannot be claimed: {}", std::strerror(reason)));
    }
  }
  ~Claim() { close(socket_); }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  [[nodiscard]] bool take(const std::string& pci_bus_id) const {
    const std::string name = "assay-limits-" + pci_bus_id;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t size = std::min(name.size(), sizeof address.sun_path - 1);
    std::copy_n(name.data(), size, std::next(address.sun_path));  // after a zero: an abstract name
    const auto bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
    return bind(socket_, reinterpret_cast<const sockaddr*>(&address), bytes) == 0;
  }

  int socket_;
};

struct Guarded {
  explicit Guarded(const std::string& pci_bus_id)
      : claim(pci_bus_id), device(LimitedDevice::open(load_nvml(), pci_bus_id)) {
    if (device) return;
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("NVML does not know the device {}", pci_bus_id));
  }

  Claim claim;  // given up after the limits
  std::optional<LimitedDevice> device;
};

// Does what a line "power 300" asks for. Returns "" or the reason for not doing it.
std::string serve(std::optional<Guarded>& guarded, const std::string& pci_bus_id,
                  const std::string& line) {
  std::istringstream words(line);
  std::string name;
  double value = 0;
  words >> name >> value;
  const auto known = std::ranges::find(limit_names, name);
  if (!words || known == limit_names.end()) return fmt::format("'{}' is no limit", line);
  try {
    if (!guarded) guarded.emplace(pci_bus_id);
    guarded->device->limit(static_cast<assay_limit>(known - limit_names.begin()), value);
    return "";
  } catch (const DeviceError& error) {
    return error.what();
  }
}

}  // namespace

int guard_limits(const std::string& pci_bus_id) {
  // Whoever ends the other process may mean this one, too, which has to tidy up first; it ends by
  // itself then.
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_IGN);
  std::optional<Guarded> guarded;
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << serve(guarded, pci_bus_id, line) << std::endl;
  }
  return 0;
}

}  // namespace assay::device::cuda
