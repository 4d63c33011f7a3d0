#pragma once

#include <string>

#include "framework/core/catalog.hpp"

namespace assay::device {

class Device;

// The capability of running work, so that trials and the device itself can be measured.
class Measurable {
 public:
  // Evicts everything that the caches of the device hold. Waits for that; none of it is timed.
  virtual void flush_caches() = 0;
  // Measures peak rates, briefly.
  virtual Peaks measure_peaks() = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Measurable() = default;
};

}  // namespace assay::device
