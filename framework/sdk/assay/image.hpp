// What images are like.
#pragma once

#include <cstddef>

#include "assay/element.hpp"

namespace assay::sdk {

[[nodiscard]] constexpr std::size_t pixel_bytes(const assay_image& image) {
  return element_size(image.element) * image.channels;
}

// The bytes of all pixels.
[[nodiscard]] constexpr std::size_t image_bytes(const assay_image& image) {
  return pixel_bytes(image) * image.extent[0] * image.extent[1] * image.extent[2] *
         (image.layers == 0 ? 1 : image.layers);
}

}  // namespace assay::sdk
