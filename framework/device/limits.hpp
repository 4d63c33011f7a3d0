#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::device {

class Device;

// The names of limits, in the order of the enumerators of assay_limit.
inline constexpr std::array<const char*, 3> limit_names = {"graphics_clock", "memory_clock",
                                                           "power"};

// The limits that a device takes. What it does not tell is empty or absent.
struct LimitRanges {
  std::vector<unsigned> memory_clocks = {};    // MHz, the lowest first
  std::vector<unsigned> graphics_clocks = {};  // MHz, the lowest first, at the highest memory clock
  std::optional<double> least_watts = std::nullopt;
  std::optional<double> most_watts = std::nullopt;
  std::optional<double> watts = std::nullopt;          // at present
  std::optional<double> default_watts = std::nullopt;  // when the driver starts
  bool may_be_set = false;                             // whether this process has the rights
};

// "graphics clock 345 to 1980 MHz in steps of 15; ...; this process may limit them".
[[nodiscard]] std::string to_string(const LimitRanges& ranges);

// The capability of working within limits of its clocks and its power.
class Limits {
 public:
  // Limits the device, for this and all other processes, for as long as anybody holds what this
  // returns, or until this process ends, however it ends. Then clocks are free again, and the
  // limit of the power is what it was. MHz or W; see assay_limit. Throws DeviceError
  // ASSAY_UNSUPPORTED, with what is allowed and the cure, if the device refuses.
  [[nodiscard]] virtual std::shared_ptr<void> limit(assay_limit what, double value) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Limits() = default;
};

}  // namespace assay::device
