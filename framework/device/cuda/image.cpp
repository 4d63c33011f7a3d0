#include "framework/device/cuda/image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assay/image.hpp"

namespace assay::device::cuda {
namespace {

CUarray_format format_of(assay_element element) {
  switch (element) {
    case ASSAY_I8:
      return CU_AD_FORMAT_SIGNED_INT8;
    case ASSAY_U8:
      return CU_AD_FORMAT_UNSIGNED_INT8;
    case ASSAY_I16:
      return CU_AD_FORMAT_SIGNED_INT16;
    case ASSAY_U16:
      return CU_AD_FORMAT_UNSIGNED_INT16;
    case ASSAY_I32:
      return CU_AD_FORMAT_SIGNED_INT32;
    case ASSAY_U32:
      return CU_AD_FORMAT_UNSIGNED_INT32;
    case ASSAY_F16:
      return CU_AD_FORMAT_HALF;
    default:
      return CU_AD_FORMAT_FLOAT;
  }
}

CUaddress_mode mode_of(assay_address address) {
  switch (address) {
    case ASSAY_ADDRESS_EDGE:
      return CU_TR_ADDRESS_MODE_CLAMP;
    case ASSAY_ADDRESS_BORDER:
      return CU_TR_ADDRESS_MODE_BORDER;
    case ASSAY_ADDRESS_REPEAT:
      return CU_TR_ADDRESS_MODE_WRAP;
    case ASSAY_ADDRESS_MIRROR:
      return CU_TR_ADDRESS_MODE_MIRROR;
    case ASSAY_ADDRESS_NONE:
      break;
  }
  throw DeviceError(ASSAY_INVALID, "CUDA's textures have no such way of addressing: choose 'edge'");
}

int attribute(Context& context, int which) {
  int value = 0;
  context.check(context.driver().cuDeviceGetAttribute(
                    &value, static_cast<CUdevice_attribute>(which), context.device()),
                "asking for the largest textures");
  return value;
}

// The attribute with the largest width; those of the other extents follow it.
int first_limit(const assay_image& image) {
  const bool layers = image.layers > 0;
  const bool surface = image.surface != 0;
  if (image.dimensions == 3) {
    return surface ? CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH
                   : CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH;
  }
  if (image.dimensions == 2) {
    if (layers && surface) return CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH;
    if (layers) return CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH;
    return surface ? CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH
                   : CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH;
  }
  if (layers && surface) return CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH;
  if (layers) return CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH;
  return surface ? CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH
                 : CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH;
}

void require_linear_width(Context& context, const assay_image& image) {
  const auto ask = context.driver().cuDeviceGetTexture1DLinearMaxWidth;
  if (ask == nullptr) return;  // creating the texture reports it
  std::size_t most = 0;
  context.check(ask(&most, format_of(image.element), image.channels, context.device()),
                "asking for the largest textures");
  require_extent(image, "pixels in its row, in linear memory", image.extent[0], most,
                 context.description().name);
}

// Refuses what the device does not have; returns the description for the use in initialisers.
const assay_image& required(Context& context, const assay_image& image) {
  check_image(image);
  if (image.linear != 0) {
    require_linear_width(context, image);
    return image;
  }
  const auto require = [&](const char* what, std::size_t extent, int which) {
    require_extent(image, what, extent, static_cast<std::size_t>(attribute(context, which)),
                   context.description().name);
  };
  const int first = first_limit(image);
  const int dimensions = static_cast<int>(image.dimensions);
  require("pixels in a row", image.extent[0], first);
  if (dimensions > 1) require("rows", image.extent[1], first + 1);
  if (dimensions > 2) require("planes", image.extent[2], first + 2);
  if (image.layers > 0) require("layers", image.layers, first + dimensions);
  return image;
}

}  // namespace

CudaImage::CudaImage(Heap& heap, const assay_image& image)
    : context_(heap.context()),
      image_(required(context_, image)),
      label_(label_of(image)),
      memory_(heap, sdk::image_bytes(image)),
      heap_(heap) {
  image_.name = nullptr;
  if (image_.linear != 0) {
    require_alignment();
    return;
  }
  create_array();
  try {
    enqueue_write(heap_.stream());
    heap_.wait("poisoning an image");
  } catch (...) {
    context_.driver().cuArrayDestroy(array_);
    throw;
  }
}

CudaImage::~CudaImage() {
  const Driver& driver = context_.driver();
  context_.activate_if_open();
  for (const auto& [_, texture] : textures_) driver.cuTexObjectDestroy(texture);
  if (surface_ != 0) driver.cuSurfObjectDestroy(surface_);
  // Work on any stream may still read the array.
  if (array_ != nullptr) {
    driver.cuCtxSynchronize();
    driver.cuArrayDestroy(array_);
  }
}

void CudaImage::create_array() {
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  description.Width = image_.extent[0];
  description.Height = image_.dimensions > 1 ? image_.extent[1] : 0;
  description.Depth = image_.layers > 0        ? image_.layers
                      : image_.dimensions == 3 ? image_.extent[2]
                                               : 0;
  description.Format = format_of(image_.element);
  description.NumChannels = image_.channels;
  description.Flags = (image_.layers > 0 ? CUDA_ARRAY3D_LAYERED : 0U) |
                      (image_.surface != 0 ? CUDA_ARRAY3D_SURFACE_LDST : 0U);
  context_.check(context_.driver().cuArray3DCreate(&array_, &description),
                 fmt::format("{}: creating a CUDA array of {} bytes", label_, size()));
}

// A texture of linear memory begins at certain addresses only.
void CudaImage::require_alignment() const {
  const auto alignment =
      static_cast<CUdeviceptr>(attribute(context_, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT));
  if (alignment == 0 || memory_.data() % alignment == 0) return;
  throw DeviceError(ASSAY_DEVICE_ERROR,
                    fmt::format("{}: the driver's memory is not aligned to the {} bytes that "
                                "textures need",
                                label_, alignment));
}

CUDA_MEMCPY3D_END CudaImage::memory_end() const {
  CUDA_MEMCPY3D_END end = {};
  end.MemoryType = CU_MEMORYTYPE_DEVICE;
  end.Device = memory_.data();
  end.Pitch = sdk::pixel_bytes(image_) * image_.extent[0];
  end.Height = image_.extent[1];
  return end;
}

CUDA_MEMCPY3D_END CudaImage::array_end() const {
  CUDA_MEMCPY3D_END end = {};
  end.MemoryType = CU_MEMORYTYPE_ARRAY;
  end.Array = array_;
  return end;
}

void CudaImage::copy(CUstream stream, const CUDA_MEMCPY3D_END& from, const CUDA_MEMCPY3D_END& to,
                     const char* what) {
  if (array_ == nullptr) return;
  CUDA_MEMCPY3D copy = {};
  copy.src = from;
  copy.dst = to;
  copy.WidthInBytes = sdk::pixel_bytes(image_) * image_.extent[0];
  copy.Height = image_.extent[1];
  copy.Depth = std::max(image_.extent[2], image_.layers);
  context_.check(context_.driver().cuMemcpy3DAsync(&copy, stream), what);
}

void CudaImage::enqueue_read(CUstream stream) {
  copy(stream, array_end(), memory_end(), "reading an image");
}

void CudaImage::enqueue_write(CUstream stream) {
  copy(stream, memory_end(), array_end(), "writing an image");
}

CUDA_RESOURCE_DESC CudaImage::resource() const {
  CUDA_RESOURCE_DESC resource = {};
  if (array_ != nullptr) {
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array = array_;
    return resource;
  }
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear = {memory_.data(), format_of(image_.element), image_.channels, size()};
  return resource;
}

CUtexObject CudaImage::create_texture(const assay_sampler& sampler) const {
  check_sampler(sampler);
  const bool whole = image_.element != ASSAY_F16 && image_.element != ASSAY_F32;
  if (sampler.filter == ASSAY_FILTER_LINEAR && whole && image_.normalised == 0) {
    throw DeviceError(ASSAY_INVALID,
                      fmt::format("{} is filtered, so its whole numbers must be read as "
                                  "normalised ones",
                                  label_));
  }
  CUDA_TEXTURE_DESC description = {};
  std::ranges::fill(description.addressMode, mode_of(sampler.address));
  description.filterMode =
      sampler.filter == ASSAY_FILTER_LINEAR ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
  description.flags = (image_.normalised == 0 ? CU_TRSF_READ_AS_INTEGER : 0U) |
                      (sampler.normalised != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0U);
  const CUDA_RESOURCE_DESC from = resource();
  CUtexObject texture = 0;
  context_.check(context_.driver().cuTexObjectCreate(&texture, &from, &description, nullptr),
                 fmt::format("{}: creating a texture object", label_));
  return texture;
}

CUtexObject CudaImage::texture(const assay_sampler& sampler) {
  for (const auto& [known, texture] : textures_) {
    if (known.filter == sampler.filter && known.address == sampler.address &&
        known.normalised == sampler.normalised) {
      return texture;
    }
  }
  return textures_.emplace_back(sampler, create_texture(sampler)).second;
}

CUsurfObject CudaImage::surface() {
  if (surface_ != 0) return surface_;
  if (image_.surface == 0) {
    throw DeviceError(ASSAY_INVALID,
                      fmt::format("{} was not described as a surface when it was created", label_));
  }
  const CUDA_RESOURCE_DESC from = resource();
  context_.check(context_.driver().cuSurfObjectCreate(&surface_, &from),
                 fmt::format("{}: creating a surface object", label_));
  return surface_;
}

}  // namespace assay::device::cuda
