#include "framework/device/cpu/rapl.hpp"

#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace assay::device {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

// Whether a domain is a package ("package-0"); domains within a package ("core") are part of its
// sum.
bool is_package(const fs::path& domain) {
  std::ifstream stream(domain / "name");
  std::string name;
  return stream >> name && name.starts_with("package");
}

}  // namespace

std::optional<Rapl> Rapl::open(const fs::path& root) {
  std::vector<Package> packages;
  std::error_code unreadable;
  for (const auto& domain : fs::directory_iterator(root / "sys/class/powercap", unreadable)) {
    if (!is_package(domain.path())) continue;
    const auto counter = number_in(domain.path() / "energy_uj");
    const auto range = number_in(domain.path() / "max_energy_range_uj");
    if (!counter || !range) return std::nullopt;  // a part of the sum would mislead
    packages.push_back({domain.path() / "energy_uj", *range, *counter});
  }
  if (packages.empty()) return std::nullopt;
  return Rapl(std::move(packages));
}

double Rapl::joules() {
  std::uint64_t sum = 0;
  for (Package& package : packages_) {
    const std::uint64_t now = number_in(package.counter).value_or(package.last);
    package.sum += now >= package.last ? now - package.last : now + package.range - package.last;
    package.last = now;
    sum += package.sum;
  }
  return static_cast<double>(sum) * 1e-6;
}

}  // namespace assay::device
