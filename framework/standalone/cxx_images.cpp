#include "framework/standalone/cxx_images.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "assay/element.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/standalone/image_text.hpp"
#include "framework/standalone/text.hpp"

namespace assay::standalone::cxx {
namespace {

constexpr const char* opencl_members =
    R"(  cl_mem image = nullptr;           // that shows it, if one does
  std::vector<std::size_t> region;  // of an image: pixels of a row, rows, and planes or layers
)";

constexpr const char* opencl_functions =
    R"(// Makes the image that shows an array, of that many pixels in a row, rows, and planes or layers.
void upload_image(const Device& device, Array& array, cl_mem_object_type type,
                  const cl_image_format& format, const std::vector<std::size_t>& size) {
  array.region = size;
  array.region.resize(3, 1);
  cl_image_desc description = {};
  description.image_type = type;
  description.image_width = array.region[0];
  description.image_height = array.region[1];
  description.image_depth = array.region[2];
  description.image_array_size = size.back();
  cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  void* pixels = array.host.data();
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    upload(device, array);
    description.buffer = array.device;
    flags = CL_MEM_READ_WRITE;
    pixels = nullptr;
  }
  cl_int code = CL_SUCCESS;
  array.image = clCreateImage(device.context, flags, &format, &description, pixels, &code);
  check(code, "allocating an image");
}
[[maybe_unused]] void write_image(const Device& device, const Array& array) {
  const std::size_t origin[3] = {};
  check(clEnqueueWriteImage(device.queue, array.image, CL_TRUE, origin, array.region.data(), 0, 0,
                            array.host.data(), 0, nullptr, nullptr),
        "writing an image");
}
[[maybe_unused]] Array read_image(const Device& device, Array array) {
  const std::size_t origin[3] = {};
  check(clEnqueueReadImage(device.queue, array.image, CL_TRUE, origin, array.region.data(), 0, 0,
                           array.host.data(), 0, nullptr, nullptr),
        "reading an image");
  return array;
}

[[maybe_unused]] cl_sampler make_sampler(const Device& device, cl_bool normalised,
                                         cl_addressing_mode address, cl_filter_mode filter) {
  cl_int code = CL_SUCCESS;
  const cl_sampler sampler = clCreateSampler(device.context, normalised, address, filter, &code);
  check(code, "making a sampler");
  return sampler;
}
)";

constexpr const char* cuda_members =
    R"(  CUarray pixels = nullptr;         // where textures find them, unless in `device`
  std::vector<std::size_t> region;  // of `pixels`: bytes of a row, rows, and planes or layers
  CUDA_RESOURCE_DESC resource{};    // of textures and surfaces
  std::vector<CUtexObject> textures;
  CUsurfObject surface = 0;
)";

constexpr const char* cuda_functions =
    R"([[maybe_unused]] void write_image(const Device&, const Array& array) {
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = array.host.data();
  copy.srcPitch = array.region[0];
  copy.srcHeight = array.region[1];
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array.pixels;
  copy.WidthInBytes = array.region[0];
  copy.Height = array.region[1];
  copy.Depth = array.region[2];
  check(cuMemcpy3D(&copy), "writing an image");
}
[[maybe_unused]] Array read_image(const Device&, Array array) {
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array.pixels;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = array.host.data();
  copy.dstPitch = array.region[0];
  copy.dstHeight = array.region[1];
  copy.WidthInBytes = array.region[0];
  copy.Height = array.region[1];
  copy.Depth = array.region[2];
  check(cuMemcpy3D(&copy), "reading an image");
  return array;
}

// Copies an array to a CUDA array of that many pixels in a row, rows, and planes (0: it has none) or
// layers.
[[maybe_unused]] void upload_image(const Device& device, Array& array, CUarray_format format,
                                   unsigned channels, std::size_t width, std::size_t height,
                                   std::size_t depth, unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  description.Width = width;
  description.Height = height;
  description.Depth = depth;
  description.Format = format;
  description.NumChannels = channels;
  description.Flags = flags;
  check(cuArray3DCreate(&array.pixels, &description), "allocating an image");
  const std::size_t rows = std::max<std::size_t>(height, 1);
  const std::size_t planes = std::max<std::size_t>(depth, 1);
  array.region = {array.host.size() / (rows * planes), rows, planes};
  array.resource.resType = CU_RESOURCE_TYPE_ARRAY;
  array.resource.res.array.hArray = array.pixels;
  write_image(device, array);
}
// Copies it to memory that textures read by whole numbers.
[[maybe_unused]] void upload_linear(const Device& device, Array& array, CUarray_format format,
                                    unsigned channels) {
  upload(device, array);
  array.resource.resType = CU_RESOURCE_TYPE_LINEAR;
  array.resource.res.linear.devPtr = array.device;
  array.resource.res.linear.format = format;
  array.resource.res.linear.numChannels = channels;
  array.resource.res.linear.sizeInBytes = array.host.size();
}

[[maybe_unused]] void add_texture(Array& array, CUaddress_mode address, CUfilter_mode filter,
                                  unsigned flags) {
  CUDA_TEXTURE_DESC description = {};
  std::fill_n(description.addressMode, 3, address);
  description.filterMode = filter;
  description.flags = flags;
  array.textures.emplace_back();
  check(cuTexObjectCreate(&array.textures.back(), &array.resource, &description, nullptr),
        "making a texture");
}
[[maybe_unused]] void add_surface(Array& array) {
  check(cuSurfObjectCreate(&array.surface, &array.resource), "making a surface");
}
)";

std::string cuda_format(assay_element element) {
  const std::string bits = std::to_string(8 * sdk::element_size(element));
  const bool is_signed = element == ASSAY_I8 || element == ASSAY_I16 || element == ASSAY_I32;
  if (!is_whole(element)) return element == ASSAY_F16 ? "CU_AD_FORMAT_HALF" : "CU_AD_FORMAT_FLOAT";
  return fmt::format("CU_AD_FORMAT_{}SIGNED_INT{}", is_signed ? "" : "UN", bits);
}

// Flags of the driver, or 0.
std::string flags_of(const std::vector<const char*>& flags) {
  return flags.empty() ? "0" : fmt::format("{}", fmt::join(flags, " | "));
}

void write_cuda_upload(const ProgramArray& array, std::ostream& out) {
  const assay_image& image = *array.image;
  const std::string name = quoted(array.name);
  const std::string format = fmt::format("{}, {}", cuda_format(image.element), image.channels);
  if (image.linear != 0) {
    out << fmt::format("  upload_linear(device, arrays[{}], {});\n", name, format);
  } else {
    std::vector<const char*> flags;
    if (image.layers > 0) flags.push_back("CUDA_ARRAY3D_LAYERED");
    if (image.surface != 0) flags.push_back("CUDA_ARRAY3D_SURFACE_LDST");
    out << fmt::format("  upload_image(device, arrays[{}], {}, {}, {}, {}, {});\n", name, format,
                       image.extent[0], image.dimensions > 1 ? image.extent[1] : 0,
                       image.layers > 0        ? image.layers
                       : image.dimensions == 3 ? image.extent[2]
                                               : 0,
                       flags_of(flags));
  }
  for (const assay_sampler& sampler : array.textures) {
    std::vector<const char*> flags;
    if (image.normalised == 0) flags.push_back("CU_TRSF_READ_AS_INTEGER");
    if (sampler.normalised != 0) flags.push_back("CU_TRSF_NORMALIZED_COORDINATES");
    out << fmt::format(
        "  add_texture(arrays[{}], CU_TR_ADDRESS_MODE_{}, CU_TR_FILTER_MODE_{}, {});\n", name,
        cuda_address(sampler), cuda_filter(sampler), flags_of(flags));
  }
  if (image.surface != 0) out << fmt::format("  add_surface(arrays[{}]);\n", name);
}

bool takes(const Program& program, KernelArgument::Kind kind) {
  return std::ranges::any_of(program.launches, [&](const ProgramLaunch& launch) {
    return std::ranges::find(launch.arguments, kind, &ProgramArgument::kind) !=
           launch.arguments.end();
  });
}

}  // namespace

const char* image_members(assay_backend backend) {
  return backend == ASSAY_CUDA ? cuda_members : opencl_members;
}

const char* image_functions(assay_backend backend) {
  return backend == ASSAY_CUDA ? cuda_functions : opencl_functions;
}

void write_upload(const ProgramArray& array, assay_backend backend, std::ostream& out) {
  if (!array.image) {
    out << fmt::format("  upload(device, arrays[{}]);\n", quoted(array.name));
  } else if (backend == ASSAY_CUDA) {
    write_cuda_upload(array, out);
  } else {
    out << fmt::format(
        "  upload_image(device, arrays[{}], CL_MEM_OBJECT_{}, {{CL_{}, CL_{}}}, {{{}}});\n",
        quoted(array.name), opencl_object(*array.image), opencl_order(*array.image),
        opencl_type(*array.image), fmt::join(image_size(*array.image), ", "));
  }
}

void write_image_getters(const Program& program, std::ostream& out) {
  if (takes(program, KernelArgument::Kind::image)) {
    out << "  const auto image = [&](const char* name) { return arrays.at(name).image; };\n";
  }
  if (takes(program, KernelArgument::Kind::texture)) {
    out << "  const auto texture = [&](const char* name, std::size_t number) {\n"
           "    return arrays.at(name).textures.at(number);\n  };\n";
  }
  if (takes(program, KernelArgument::Kind::surface)) {
    out << "  const auto surface = [&](const char* name) { return arrays.at(name).surface; };\n";
  }
  if (!program.samplers.empty()) out << "  // Made by the first call alone.\n";
  for (std::size_t k = 0; k < program.samplers.size(); ++k) {
    const assay_sampler& sampler = program.samplers[k];
    out << fmt::format(
        "  static const cl_sampler sampler_{} =\n"
        "      make_sampler(device, {}, CL_ADDRESS_{}, CL_FILTER_{});\n",
        k, sampler.normalised != 0 ? "CL_TRUE" : "CL_FALSE", opencl_address(sampler),
        opencl_filter(sampler));
  }
}

std::string image_argument(const Program& program, const ProgramArgument& argument) {
  if (argument.kind == KernelArgument::Kind::sampler) {
    return fmt::format("sampler_{}", argument.sampler);
  }
  const std::string name = quoted(program.arrays[argument.array].name);
  if (argument.kind == KernelArgument::Kind::image) return fmt::format("image({})", name);
  if (argument.kind == KernelArgument::Kind::surface) return fmt::format("surface({})", name);
  return fmt::format("texture({}, {})", name, argument.sampler);
}

}  // namespace assay::standalone::cxx
