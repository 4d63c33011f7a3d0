#include "framework/device/opencl/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "assay/image.hpp"

namespace assay::device::opencl {
namespace {

constexpr std::array<std::size_t, 3> origin = {0, 0, 0};

// The type of a channel of an image that check_image has let through.
cl_channel_type channel_type(const assay_image& image) {
  const bool normalised = image.normalised != 0;
  switch (image.element) {
    case ASSAY_I8:
      return normalised ? CL_SNORM_INT8 : CL_SIGNED_INT8;
    case ASSAY_U8:
      return normalised ? CL_UNORM_INT8 : CL_UNSIGNED_INT8;
    case ASSAY_I16:
      return normalised ? CL_SNORM_INT16 : CL_SIGNED_INT16;
    case ASSAY_U16:
      return normalised ? CL_UNORM_INT16 : CL_UNSIGNED_INT16;
    case ASSAY_I32:
      return CL_SIGNED_INT32;
    case ASSAY_U32:
      return CL_UNSIGNED_INT32;
    case ASSAY_F16:
      return CL_HALF_FLOAT;
    default:
      return CL_FLOAT;
  }
}

cl_image_format format_of(const assay_image& image) {
  const cl_channel_order order = image.channels == 1 ? CL_R : image.channels == 2 ? CL_RG : CL_RGBA;
  return {order, channel_type(image)};
}

cl_mem_object_type object_type(const assay_image& image) {
  if (image.linear != 0) return CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (image.dimensions == 1) {
    return image.layers > 0 ? CL_MEM_OBJECT_IMAGE1D_ARRAY : CL_MEM_OBJECT_IMAGE1D;
  }
  if (image.dimensions == 3) return CL_MEM_OBJECT_IMAGE3D;
  return image.layers > 0 ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D;
}

// The type of a parameter that takes the image.
std::string type_of(const assay_image& image) {
  return fmt::format("image{}d_{}t", image.dimensions,
                     image.linear != 0  ? "buffer_"
                     : image.layers > 0 ? "array_"
                                        : "");
}

std::array<std::size_t, 3> region_of(const assay_image& image) {
  std::array<std::size_t, 3> region = {image.extent[0], image.extent[1], image.extent[2]};
  if (image.layers > 0) region.at(image.dimensions) = image.layers;
  return region;
}

std::size_t limit(const Context& context, cl_device_info key) {
  return scalar_info<std::size_t>(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return context.api.clGetDeviceInfo(context.device, key, size, value, needed);
      },
      "asking for the largest images");
}

void require_extents(const Context& context, const assay_image& image) {
  const auto require = [&](const char* what, std::size_t extent, cl_device_info key) {
    require_extent(image, what, extent, limit(context, key), context.description.name);
  };
  const auto& extent = image.extent;
  if (image.layers > 0) require("layers", image.layers, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  if (image.linear != 0) {
    require("pixels in its row, in a buffer", extent[0], CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  } else if (image.dimensions == 3) {
    require("pixels in a row", extent[0], CL_DEVICE_IMAGE3D_MAX_WIDTH);
    require("rows", extent[1], CL_DEVICE_IMAGE3D_MAX_HEIGHT);
    require("planes", extent[2], CL_DEVICE_IMAGE3D_MAX_DEPTH);
  } else {
    require("pixels in a row", extent[0], CL_DEVICE_IMAGE2D_MAX_WIDTH);
    require("rows", extent[1], CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  }
}

std::vector<cl_image_format> formats(const Context& context, const assay_image& image) {
  const auto ask = [&](cl_uint room, cl_image_format* found, cl_uint* count) {
    check(context.api.clGetSupportedImageFormats(context.handle.get(), CL_MEM_READ_WRITE,
                                                 object_type(image), room, found, count),
          "asking for the formats of images");
  };
  cl_uint count = 0;
  ask(0, nullptr, &count);
  std::vector<cl_image_format> all(count);
  ask(count, all.data(), nullptr);
  return all;
}

// Refuses what the device does not have; returns the description for the use in initialisers.
const assay_image& required(const Context& context, const assay_image& image) {
  check_image(image);
  const auto has_images = scalar_info<cl_bool>(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return context.api.clGetDeviceInfo(context.device, CL_DEVICE_IMAGE_SUPPORT, size, value,
                                           needed);
      },
      "asking for images");
  if (has_images == CL_FALSE) {
    throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("{}: {} has no images", label_of(image),
                                                     context.description.name));
  }
  require_extents(context, image);
  const cl_image_format wanted = format_of(image);
  const auto all = formats(context, image);
  const bool known = std::ranges::any_of(all, [&](const cl_image_format& format) {
    return format.image_channel_order == wanted.image_channel_order &&
           format.image_channel_data_type == wanted.image_channel_data_type;
  });
  if (known) return image;
  throw DeviceError(ASSAY_UNSUPPORTED,
                    fmt::format("{}: {} has no {} with {}", label_of(image),
                                context.description.name, type_of(image), pixel_text(image)));
}

// The memory of a linear image.
Handle<cl_mem> create_memory(const Context& context, const assay_image& image) {
  const std::size_t bytes = sdk::image_bytes(image);
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> created(
      context.api.clCreateBuffer(context.handle.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code),
      Release<cl_mem>(context.api.clReleaseMemObject));
  check(code, fmt::format("{}: creating a buffer of {} bytes", label_of(image), bytes));
  return created;
}

Handle<cl_mem> create_image(const Context& context, const assay_image& image, cl_mem memory) {
  const cl_image_format format = format_of(image);
  cl_image_desc description = {};
  description.image_type = object_type(image);
  description.image_width = image.extent[0];
  description.image_height = image.extent[1];
  description.image_depth = image.extent[2];
  description.image_array_size = image.layers;
  description.buffer = memory;
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> created(context.api.clCreateImage(context.handle.get(), CL_MEM_READ_WRITE, &format,
                                                   &description, nullptr, &code),
                         Release<cl_mem>(context.api.clReleaseMemObject));
  check(code,
        fmt::format("{}: creating an image of {} bytes", label_of(image), sdk::image_bytes(image)));
  return created;
}

}  // namespace

OpenclImage::OpenclImage(const Context& context, cl_command_queue queue, const assay_image& image)
    : api_(context.api),
      type_(type_of(required(context, image))),
      region_(region_of(image)),
      memory_(context, queue, sdk::image_bytes(image)),
      linear_(image.linear != 0 ? create_memory(context, image) : Handle<cl_mem>()),
      image_(create_image(context, image, linear_.get())) {
  check(enqueue_write(queue, nullptr), "poisoning an image");
  check(api_.clFinish(queue), "poisoning an image");
}

cl_int OpenclImage::enqueue_read(cl_command_queue queue, cl_event* event) const {
  if (linear_ != nullptr) {
    return api_.clEnqueueCopyBuffer(queue, linear_.get(), memory_.allocation(), 0, memory_.begin(),
                                    size(), 0, nullptr, event);
  }
  return api_.clEnqueueCopyImageToBuffer(queue, image_.get(), memory_.allocation(), origin.data(),
                                         region_.data(), memory_.begin(), 0, nullptr, event);
}

cl_int OpenclImage::enqueue_write(cl_command_queue queue, cl_event* event) const {
  if (linear_ != nullptr) {
    return api_.clEnqueueCopyBuffer(queue, memory_.allocation(), linear_.get(), memory_.begin(), 0,
                                    size(), 0, nullptr, event);
  }
  return api_.clEnqueueCopyBufferToImage(queue, memory_.allocation(), image_.get(), memory_.begin(),
                                         origin.data(), region_.data(), 0, nullptr, event);
}

}  // namespace assay::device::opencl
