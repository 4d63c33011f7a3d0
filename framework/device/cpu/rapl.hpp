// RAPL, the energy counters of x86 processors, as Linux shows them (AMD and Intel alike).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace assay::device {

class Rapl {
 public:
  // Absent where there are no counters of processor packages, or where they may not be read (most
  // systems let only root read them). `root` stands in for "/".
  static std::optional<Rapl> open(const std::filesystem::path& root = "/");

  // The energy of all packages together since they were opened. The counters wrap around after some
  // minutes of load, so this must be called more often than that.
  [[nodiscard]] double joules();

 private:
  struct Package {
    std::filesystem::path counter;
    std::uint64_t range;  // where the counter wraps around
    std::uint64_t last;
    std::uint64_t sum = 0;
  };
  explicit Rapl(std::vector<Package> packages) : packages_(std::move(packages)) {}

  std::vector<Package> packages_;
};

}  // namespace assay::device
