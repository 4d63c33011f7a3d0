// Devices of one name and driver, among those that a backend found.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {

[[nodiscard]] inline bool are_siblings(const DeviceDescription& a, const DeviceDescription& b) {
  return a.backend == b.backend && a.name == b.name && a.driver == b.driver;
}

[[nodiscard]] inline DeviceError no_sibling(const DeviceDescription& first, std::size_t number) {
  const auto count = first.facts.find("same_devices");
  return {
      ASSAY_UNSUPPORTED,
      fmt::format("there is no device {} like '{}' ({}): this machine has {} of its kind", number,
                  first.id, first.name, count == first.facts.end() ? 1 : count->second)};
}

// Sets the fact same_devices of each device found. `Found` has a member `description`.
template <class Found>
void count_siblings(std::vector<Found>& found) {
  for (Found& each : found) {
    each.description.facts["same_devices"] =
        static_cast<double>(std::ranges::count_if(found, [&](const Found& other) {
          return are_siblings(each.description, other.description);
        }));
  }
}

// The device that Device::sibling(number) of `first` opens. Throws DeviceError ASSAY_UNSUPPORTED if
// there is none.
template <class Found>
[[nodiscard]] Found find_sibling(std::vector<Found> found, const DeviceDescription& first,
                                 std::size_t number) {
  std::erase_if(found, [&](const Found& each) { return !are_siblings(each.description, first); });
  const auto own = std::ranges::find_if(
      found, [&](const Found& each) { return each.description.id == first.id; });
  if (own == found.end() || number >= found.size()) throw no_sibling(first, number);
  std::rotate(found.begin(), own, found.end());
  return std::move(found[number]);
}

}  // namespace assay::device
