// Images: memory whose pixels kernels read by coordinates.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "assay/plugin.h"
#include "framework/device/device_memory.hpp"

namespace assay::device {

// The capability of having images. DeviceMemory's functions work on them, too, as on a buffer of
// their pixels, beside which they lie: every copy passes through that buffer.
class Images {
 public:
  // Creates an image whose bytes are poison. ASSAY_INVALID if the description makes no sense,
  // ASSAY_UNSUPPORTED if the device has no such images or none of that size. Messages begin with
  // the image's name.
  virtual std::unique_ptr<Buffer> create_image(const assay_image& image) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Images() = default;
};

// Throws DeviceError ASSAY_INVALID if the description makes no sense on any device.
void check_image(const assay_image& image);

// Throws DeviceError ASSAY_INVALID for a sampler that makes no sense on any device.
void check_sampler(const assay_sampler& sampler);

// The name of an image, for messages: "an image" if it has none.
[[nodiscard]] std::string label_of(const assay_image& image);

// "2 channels of float".
[[nodiscard]] std::string pixel_text(const assay_image& image);

// Throws DeviceError ASSAY_UNSUPPORTED if an extent is larger than the device `name` allows.
void require_extent(const assay_image& image, const char* what, std::size_t extent,
                    std::size_t most, const std::string& name);

}  // namespace assay::device
