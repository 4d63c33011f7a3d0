#include "framework/device/device.hpp"

#include <fmt/format.h>

#include "framework/device/siblings.hpp"

namespace assay::device {

std::string Device::why_no(const std::string& what) const {
  return fmt::format("the device {} has no {}", description().id, what);
}

Device& Device::sibling(std::size_t number) {
  if (number == 0) return *this;
  const auto known = siblings_.find(number);
  if (known != siblings_.end()) return *known->second;
  return *siblings_.emplace(number, open_sibling(number)).first->second;
}

std::unique_ptr<Device> Device::open_sibling(std::size_t number) {
  throw no_sibling(description(), number);
}

std::string Device::fault() const {
  std::string fault = own_fault();
  for (const auto& [_, each] : siblings_) {
    if (fault.empty()) fault = each->fault();
  }
  return fault;
}

}  // namespace assay::device
