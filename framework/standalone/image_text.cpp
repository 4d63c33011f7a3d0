#include "framework/standalone/image_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assay/element.hpp"
#include "framework/core/error.hpp"

namespace assay::standalone {

bool has_images(const Program& program) {
  if (!program.samplers.empty()) return true;
  return std::ranges::any_of(program.arrays,
                             [](const ProgramArray& array) { return array.image.has_value(); });
}

bool is_in_image(const ProgramArray& array) {
  return array.image.has_value() && array.image->linear == 0;
}

std::vector<std::size_t> image_size(const assay_image& image) {
  std::vector<std::size_t> size(image.extent, image.extent + image.dimensions);
  if (image.layers > 0) size.push_back(image.layers);
  return size;
}

std::string sampler_text(const assay_sampler& sampler) {
  std::string text = sampler.filter == ASSAY_FILTER_LINEAR ? "linear" : "nearest";
  switch (sampler.address) {
    case ASSAY_ADDRESS_EDGE:
      text += ", edge";
      break;
    case ASSAY_ADDRESS_BORDER:
      text += ", border";
      break;
    case ASSAY_ADDRESS_REPEAT:
      text += ", repeat";
      break;
    case ASSAY_ADDRESS_MIRROR:
      text += ", mirror";
      break;
    case ASSAY_ADDRESS_NONE:
      text += ", none";
      break;
  }
  return sampler.normalised != 0 ? text + ", normalised" : text;
}

std::string opencl_object(const assay_image& image) {
  return fmt::format("IMAGE{}D{}", image.dimensions,
                     image.linear != 0  ? "_BUFFER"
                     : image.layers > 0 ? "_ARRAY"
                                        : "");
}

std::string opencl_order(const assay_image& image) {
  return image.channels == 1 ? "R" : image.channels == 2 ? "RG" : "RGBA";
}

std::string opencl_type(const assay_image& image) {
  const std::string bits = std::to_string(8 * sdk::element_size(image.element));
  switch (image.element) {
    case ASSAY_F16:
      return "HALF_FLOAT";
    case ASSAY_F32:
      return "FLOAT";
    case ASSAY_I8:
    case ASSAY_I16:
    case ASSAY_I32:
      return (image.normalised != 0 ? "SNORM_INT" : "SIGNED_INT") + bits;
    default:
      return (image.normalised != 0 ? "UNORM_INT" : "UNSIGNED_INT") + bits;
  }
}

std::string opencl_address(const assay_sampler& sampler) {
  switch (sampler.address) {
    case ASSAY_ADDRESS_EDGE:
      return "CLAMP_TO_EDGE";
    case ASSAY_ADDRESS_BORDER:
      return "CLAMP";
    case ASSAY_ADDRESS_REPEAT:
      return "REPEAT";
    case ASSAY_ADDRESS_MIRROR:
      return "MIRRORED_REPEAT";
    default:
      return "NONE";
  }
}

std::string opencl_filter(const assay_sampler& sampler) {
  return sampler.filter == ASSAY_FILTER_LINEAR ? "LINEAR" : "NEAREST";
}

std::string cuda_address(const assay_sampler& sampler) {
  switch (sampler.address) {
    case ASSAY_ADDRESS_EDGE:
      return "CLAMP";
    case ASSAY_ADDRESS_BORDER:
      return "BORDER";
    case ASSAY_ADDRESS_REPEAT:
      return "WRAP";
    case ASSAY_ADDRESS_MIRROR:
      return "MIRROR";
    default:
      throw internal_error("CUDA's textures cannot leave open what lies beyond an image");
  }
}

std::string cuda_filter(const assay_sampler& sampler) {
  return sampler.filter == ASSAY_FILTER_LINEAR ? "LINEAR" : "POINT";
}

}  // namespace assay::standalone
