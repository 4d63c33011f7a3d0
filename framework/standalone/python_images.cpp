#include "framework/standalone/python_images.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/standalone/image_text.hpp"
#include "framework/standalone/text.hpp"

namespace assay::standalone::python {
namespace {

constexpr const char* opencl_functions = R"(def make_image(context, name, array=None, buffer=None):
    """The image of an array, in memory of its own or in a buffer."""
    kind, size, order, channels = IMAGES[name]
    description = cl.ImageDescriptor()
    description.image_type = kind
    description.shape = size
    description.array_size = size[-1]
    description.pitches = (0, 0)
    description.num_mip_levels = 0
    description.num_samples = 0
    description.buffer = buffer
    flags = cl.mem_flags.READ_WRITE
    if buffer is None:
        flags |= cl.mem_flags.COPY_HOST_PTR
    image_format = cl.ImageFormat(order, channels)
    return cl.Image(context, flags, image_format, desc=description, hostbuf=array)


def to_device(context, arrays):
    """What launches take, by name."""
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    on_device = {}
    for name in ON_DEVICE:
        if name in IMAGES and IMAGES[name][0] != cl.mem_object_type.IMAGE1D_BUFFER:
            on_device[name] = make_image(context, name, array=arrays[name])
            continue
        on_device[name] = cl.Buffer(context, flags, hostbuf=arrays[name])
        if name in IMAGES:
            on_device[f"{name}: image"] = make_image(context, name, buffer=on_device[name])
    for name, sampler in SAMPLERS.items():
        on_device[name] = cl.Sampler(context, *sampler)
    return on_device


def whole(memory, name):
    """What a copy has to say of an image."""
    is_image = isinstance(memory, cl.Image)
    return {"origin": (0, 0, 0), "region": IMAGES[name][1]} if is_image else {}


def write(queue, on_device, name, array):
    cl.enqueue_copy(queue, on_device[name], array, **whole(on_device[name], name))


def read(queue, on_device, name, like):
    array = np.empty_like(like)
    cl.enqueue_copy(queue, array, on_device[name], **whole(on_device[name], name))
    return array
)";

constexpr const char* cuda_functions = R"(def resource_of(name, memory):
    """What textures and surfaces of an array show."""
    if name in IMAGES:
        return texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=memory)
    return texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=memory,
                                      chDesc=texture.ChannelFormatDescriptor(*FORMATS[name]),
                                      sizeInBytes=memory.nbytes)


def to_device(arrays):
    """What launches take, by name."""
    on_device = {}
    for name in ON_DEVICE:
        if name not in IMAGES:
            on_device[name] = cp.asarray(arrays[name])
            continue
        size, flags, _ = IMAGES[name]
        channels = texture.ChannelFormatDescriptor(*FORMATS[name])
        on_device[name] = texture.CUDAarray(channels, *size, flags=flags)
        write(on_device, name, arrays[name])
    for key, (name, address, filter_mode, read_mode, normalised) in TEXTURES.items():
        how = texture.TextureDescriptor((address,) * 3, filter_mode, read_mode,
                                        normalizedCoords=normalised)
        on_device[key] = texture.TextureObject(resource_of(name, on_device[name]), how)
    for key, name in SURFACES.items():
        on_device[key] = texture.SurfaceObject(resource_of(name, on_device[name]))
    return on_device


def write(on_device, name, array):
    if name in IMAGES:
        on_device[name].copy_from(array.reshape(IMAGES[name][2]))
        cp.cuda.Device().synchronize()
    else:
        on_device[name].set(array)


def read(on_device, name, like):
    if name not in IMAGES:
        return cp.asnumpy(on_device[name])
    rows = np.empty(IMAGES[name][2], like.dtype)
    on_device[name].copy_to(rows)
    cp.cuda.Device().synchronize()
    return rows.reshape(like.shape)
)";

std::string sampler_name(const assay_sampler& sampler) {
  return "sampler: " + sampler_text(sampler);
}

std::string texture_name(const ProgramArray& array, const assay_sampler& sampler) {
  return array.name + ": texture, " + sampler_text(sampler);
}

std::string surface_name(const ProgramArray& array) { return array.name + ": surface"; }

// "Border" of "BORDER".
std::string capitalised(std::string word) {
  std::transform(word.begin() + 1, word.end(), word.begin() + 1,
                 [](char c) { return static_cast<char>(c - 'A' + 'a'); });
  return word;
}

std::string tuple(const std::vector<std::size_t>& numbers) {
  return fmt::format("({}{})", fmt::join(numbers, ", "), numbers.size() == 1 ? "," : "");
}

void write_opencl_images(const Program& program, std::ostream& out) {
  out << "# Arrays in images: pixels of a row, rows, and planes or layers.\nIMAGES = {\n";
  for (const ProgramArray& array : program.arrays) {
    if (!array.image) continue;
    out << fmt::format(
        "    {}: (cl.mem_object_type.{}, {}, cl.channel_order.{}, cl.channel_type.{}),\n",
        quoted(array.name), opencl_object(*array.image), tuple(image_size(*array.image)),
        opencl_order(*array.image), opencl_type(*array.image));
  }
  out << "}\nSAMPLERS = {\n";
  for (const assay_sampler& sampler : program.samplers) {
    out << fmt::format("    {}: ({}, cl.addressing_mode.{}, cl.filter_mode.{}),\n",
                       quoted(sampler_name(sampler)), sampler.normalised != 0 ? "True" : "False",
                       opencl_address(sampler), opencl_filter(sampler));
  }
  out << "}\n";
}

// The bits of each channel, and what they are.
std::string channel_format(const assay_image& image) {
  std::vector<std::size_t> bits(4, 0);
  std::fill_n(bits.begin(), image.channels, 8 * sdk::element_size(image.element));
  const bool is_signed =
      image.element == ASSAY_I8 || image.element == ASSAY_I16 || image.element == ASSAY_I32;
  return fmt::format("({}, runtime.cudaChannelFormatKind{})", fmt::join(bits, ", "),
                     !is_whole(image.element) ? "Float"
                     : is_signed              ? "Signed"
                                              : "Unsigned");
}

// The size and the flags of a CUDA array, and the shape in which CuPy takes its elements.
std::string cuda_array(const ProgramArray& array) {
  const assay_image& image = *array.image;
  if (image.layers > 0 && image.dimensions == 1) {
    throw usage_error(
        "array '{}': CuPy makes no layers of one dimension: write a program in C++, or have the "
        "texture show layers of two dimensions",
        array.name);
  }
  const auto size = image_size(image);
  std::vector<std::size_t> shape(size.rbegin(), size.rend());
  shape.back() *= image.channels;
  return fmt::format("({}, {}, {})", tuple(size),
                     (image.layers > 0 ? 1 : 0) + (image.surface != 0 ? 2 : 0), tuple(shape));
}

void write_cuda_textures(const ProgramArray& array, std::ostream& out) {
  for (const assay_sampler& sampler : array.textures) {
    out << fmt::format(
        "    {}: ({}, runtime.cudaAddressMode{}, runtime.cudaFilterMode{},\n"
        "        runtime.cudaReadMode{}, {}),\n",
        quoted(texture_name(array, sampler)), quoted(array.name),
        capitalised(cuda_address(sampler)), capitalised(cuda_filter(sampler)),
        array.image->normalised != 0 ? "NormalizedFloat" : "ElementType",
        sampler.normalised != 0 ? "True" : "False");
  }
}

void write_cuda_images(const Program& program, std::ostream& out) {
  std::string formats;
  std::string images;
  std::string surfaces;
  for (const ProgramArray& array : program.arrays) {
    if (!array.image) continue;
    formats += fmt::format("    {}: {},\n", quoted(array.name), channel_format(*array.image));
    if (is_in_image(array)) {
      images += fmt::format("    {}: {},\n", quoted(array.name), cuda_array(array));
    }
    if (array.image->surface != 0) {
      surfaces += fmt::format("    {}: {},\n", quoted(surface_name(array)), quoted(array.name));
    }
  }
  out << "# The channels of images: the bits of each, and what they are.\nFORMATS = {\n"
      << formats
      << "}\n# Arrays in CUDA arrays: pixels of a row, rows, and planes or layers; flags (1: "
         "layers, "
         "2: surfaces);\n# the shape of a copy.\nIMAGES = {\n"
      << images << "}\nTEXTURES = {\n";
  for (const ProgramArray& array : program.arrays) write_cuda_textures(array, out);
  out << "}\nSURFACES = {\n" << surfaces << "}\n";
}

}  // namespace

void write_images(const Program& program, std::ostream& out) {
  if (!has_images(program)) return;
  if (program.backend == ASSAY_CUDA) {
    write_cuda_images(program, out);
  } else {
    write_opencl_images(program, out);
  }
}

const char* image_functions(const Program& program) {
  return program.backend == ASSAY_CUDA ? cuda_functions : opencl_functions;
}

std::string image_name(const Program& program, const ProgramArgument& argument) {
  if (argument.kind == KernelArgument::Kind::sampler) {
    return sampler_name(program.samplers[argument.sampler]);
  }
  const ProgramArray& array = program.arrays[argument.array];
  if (argument.kind == KernelArgument::Kind::texture) {
    return texture_name(array, array.textures[argument.sampler]);
  }
  if (argument.kind == KernelArgument::Kind::surface) return surface_name(array);
  return is_in_image(array) ? array.name : array.name + ": image";
}

}  // namespace assay::standalone::python
