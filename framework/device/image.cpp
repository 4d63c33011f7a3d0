#include "framework/device/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/image.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {
namespace {

[[noreturn]] void refuse_image(const assay_image& image, assay_status status,
                               const std::string& why) {
  throw DeviceError(status, fmt::format("{} {}", label_of(image), why));
}

const char* element_text(assay_element element) {
  switch (element) {
    case ASSAY_I8:
      return "char";
    case ASSAY_U8:
      return "unsigned char";
    case ASSAY_I16:
      return "short";
    case ASSAY_U16:
      return "unsigned short";
    case ASSAY_I32:
      return "int";
    case ASSAY_U32:
      return "unsigned int";
    case ASSAY_F16:
      return "half";
    case ASSAY_F32:
      return "float";
    default:
      return "";
  }
}

void check_extents(const assay_image& image) {
  if (image.dimensions < 1 || image.dimensions > 3) {
    refuse_image(image, ASSAY_INVALID,
                 fmt::format("has {} dimensions, not 1 to 3", image.dimensions));
  }
  std::size_t bytes = sdk::pixel_bytes(image);
  const std::array sizes = {image.extent[0], image.extent[1], image.extent[2],
                            std::max<std::size_t>(image.layers, 1)};
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) refuse_image(image, ASSAY_INVALID, "has no pixels");
    if (k >= image.dimensions && k < 3 && sizes[k] != 1) {
      refuse_image(image, ASSAY_INVALID,
                   fmt::format("has {} dimensions, but an extent of {} beyond them",
                               image.dimensions, sizes[k]));
    }
    if (__builtin_mul_overflow(bytes, sizes[k], &bytes)) {
      refuse_image(image, ASSAY_OUT_OF_MEMORY, "has more bytes than there are numbers for");
    }
  }
  if (image.layers > 0 && image.dimensions == 3) {
    refuse_image(image, ASSAY_INVALID, "has layers, so it has one or two dimensions and not three");
  }
  if (image.linear != 0 && (image.dimensions != 1 || image.layers > 0)) {
    refuse_image(image, ASSAY_INVALID, "is linear, so it has one dimension and no layers");
  }
}

}  // namespace

void check_image(const assay_image& image) {
  if (*element_text(image.element) == '\0') {
    refuse_image(
        image, ASSAY_INVALID,
        "has channels of a type that images do not have: whole numbers of 8, 16 and 32 bits, "
        "half and float");
  }
  if (image.channels != 1 && image.channels != 2 && image.channels != 4) {
    refuse_image(image, ASSAY_INVALID,
                 fmt::format("has {} channels, not 1, 2 or 4", image.channels));
  }
  const bool whole = image.element != ASSAY_F16 && image.element != ASSAY_F32;
  if (image.normalised != 0 && (!whole || sdk::element_size(image.element) > 2)) {
    refuse_image(
        image, ASSAY_INVALID,
        fmt::format("has channels of {}: only whole numbers of 8 and 16 bits are normalised",
                    element_text(image.element)));
  }
  if (image.linear != 0 && image.surface != 0) {
    refuse_image(image, ASSAY_INVALID, "is linear, which no surface is");
  }
  check_extents(image);
}

void check_sampler(const assay_sampler& sampler) {
  const bool repeats =
      sampler.address == ASSAY_ADDRESS_REPEAT || sampler.address == ASSAY_ADDRESS_MIRROR;
  if (repeats && sampler.normalised == 0) {
    throw DeviceError(ASSAY_INVALID,
                      "a sampler that repeats an image needs normalised coordinates");
  }
}

std::string label_of(const assay_image& image) {
  return image.name == nullptr ? "an image" : image.name;
}

std::string pixel_text(const assay_image& image) {
  return fmt::format("{} channel{} of {}{}", image.channels, image.channels == 1 ? "" : "s",
                     image.normalised != 0 ? "normalised " : "", element_text(image.element));
}

void require_extent(const assay_image& image, const char* what, std::size_t extent,
                    std::size_t most, const std::string& name) {
  if (extent <= most) return;
  refuse_image(image, ASSAY_UNSUPPORTED,
               fmt::format("has {} {}; {} allows {}", extent, what, name, most));
}

}  // namespace assay::device
