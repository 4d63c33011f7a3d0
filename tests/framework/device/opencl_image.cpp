// Images on an OpenCL device, against what plain C says of their pixels.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::value_argument;

assay_image image_of(std::vector<std::size_t> extents, assay_element element = ASSAY_F32,
                     std::uint32_t channels = 1) {
  assay_image image = {};
  image.size = sizeof image;
  image.name = "s.toml:7:3: image of 'picture'";
  image.element = element;
  image.channels = channels;
  image.dimensions = static_cast<std::uint32_t>(extents.size());
  for (std::size_t k = 0; k < 3; ++k) image.extent[k] = k < extents.size() ? extents[k] : 1;
  return image;
}

assay_sampler sampler_of(assay_filter filter, assay_address address, bool normalised = false) {
  return {sizeof(assay_sampler), filter, address, normalised ? 1U : 0U};
}

KernelArgument image_argument(Buffer& image) { return {ASSAY_ARG_IMAGE, &image, nullptr, 0}; }
KernelArgument sampler_argument(const assay_sampler& sampler) {
  return {ASSAY_ARG_SAMPLER, nullptr, &sampler, sizeof sampler};
}

template <class T>
std::vector<T> drawn(std::size_t number) {
  std::mt19937 random(5);
  std::vector<T> values(number);
  for (T& value : values) value = static_cast<T>(random() % 251);
  return values;
}

// A picture of 7 x 5 floats, read at many places by a sampler.
constexpr int width = 7;
constexpr int height = 5;

float pixel(const std::vector<float>& picture, int x, int y, assay_address address) {
  const bool outside = x < 0 || y < 0 || x >= width || y >= height;
  if (address == ASSAY_ADDRESS_BORDER && outside) return 0;
  if (address == ASSAY_ADDRESS_REPEAT) {
    x = (x + 4 * width) % width;
    y = (y + 4 * height) % height;
  }
  x = std::clamp(x, 0, width - 1);
  y = std::clamp(y, 0, height - 1);
  return picture[static_cast<std::size_t>(y * width + x)];
}

// Section 8.2 of the OpenCL specification: the weights of the four nearest pixels.
float filtered(const std::vector<float>& picture, float u, float v, const assay_sampler& sampler) {
  if (sampler.filter == ASSAY_FILTER_NEAREST) {
    return pixel(picture, static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)),
                 sampler.address);
  }
  const float left = std::floor(u - 0.5F);
  const float top = std::floor(v - 0.5F);
  const float a = u - 0.5F - left;
  const float b = v - 0.5F - top;
  const auto at = [&](int dx, int dy) {
    return pixel(picture, static_cast<int>(left) + dx, static_cast<int>(top) + dy, sampler.address);
  };
  return (1 - a) * (1 - b) * at(0, 0) + a * (1 - b) * at(1, 0) + (1 - a) * b * at(0, 1) +
         a * b * at(1, 1);
}

constexpr const char* sample_source = R"(
__kernel void sample(__read_only image2d_t picture, sampler_t how, __global const float2* places,
                     __global float* read) {
  const int k = get_global_id(0);
  read[k] = read_imagef(picture, how, places[k]).x;
})";

std::vector<float> places(std::size_t number, bool normalised) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> along(-0.4F, 1.4F);
  std::vector<float> result;
  for (std::size_t k = 0; k < number; ++k) {
    result.push_back(along(random) * (normalised ? 1 : width));
    result.push_back(along(random) * (normalised ? 1 : height));
  }
  return result;
}

std::unique_ptr<Buffer> filled(Accelerator& device, std::unique_ptr<Buffer> buffer,
                               const void* values) {
  device.write(nullptr, *buffer, 0, values, buffer->size());
  return buffer;
}

}  // namespace

TEST_CASE("images give back what was written, in part and as a whole") {
  const auto device = first_opencl_device();
  std::mt19937 random(3);
  assay_image layered = image_of({5, 3}, ASSAY_U8, 4);
  layered.layers = 4;
  assay_image linear = image_of({33}, ASSAY_F32, 4);
  linear.linear = 1;
  for (const assay_image& description :
       {image_of({37}), image_of({7, 5}), image_of({7, 5, 3}, ASSAY_U16),
        image_of({9, 2}, ASSAY_F16, 4), layered, linear}) {
    CAPTURE(description.dimensions, description.layers, description.linear);
    const auto image = device->create_image(description);
    REQUIRE(image->is_image());
    std::vector<unsigned char> expected(image->size(), 0xFF);  // the poison of unwritten memory
    CHECK(contents<unsigned char>(*device, *image) == expected);
    for (int repetition = 0; repetition < 5; ++repetition) {
      const std::size_t offset = random() % image->size();
      std::vector<unsigned char> piece(random() % (image->size() - offset + 1));
      for (auto& byte : piece) byte = static_cast<unsigned char>(random());
      device->write(nullptr, *image, offset, piece.data(), piece.size());
      std::ranges::copy(piece, expected.begin() + static_cast<std::ptrdiff_t>(offset));
      CHECK(contents<unsigned char>(*device, *image) == expected);
    }
    const auto buffer = device->create_buffer(image->size());
    device->write(nullptr, *buffer, 0, expected.data(), expected.size());
    CHECK(device->digest(*image, 0, image->size(), 17) ==
          device->digest(*buffer, 0, image->size(), 17));
    const unsigned char seven = 7;
    device->fill(nullptr, *image, 0, image->size(), &seven, 1);
    std::ranges::fill(expected, seven);
    CHECK(contents<unsigned char>(*device, *image) == expected);
    CHECK_FALSE(device->guard_damage(*image).any());
  }
}

TEST_CASE("samplers filter, and read beyond the edges, as the specification says") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, sample_source);
  const auto kernel = device->create_kernel(*program, "sample");
  const auto picture = drawn<float>(width * height);
  const auto image =
      filled(*device, device->create_image(image_of({width, height})), picture.data());
  constexpr std::size_t samples = 400;
  for (const auto& sampler : {sampler_of(ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_EDGE),
                              sampler_of(ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_BORDER),
                              sampler_of(ASSAY_FILTER_LINEAR, ASSAY_ADDRESS_EDGE),
                              sampler_of(ASSAY_FILTER_LINEAR, ASSAY_ADDRESS_BORDER),
                              sampler_of(ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_REPEAT, true),
                              sampler_of(ASSAY_FILTER_LINEAR, ASSAY_ADDRESS_EDGE, true)}) {
    const bool normalised = sampler.normalised != 0;
    CAPTURE(sampler.filter, sampler.address, normalised);
    const auto where = places(samples, normalised);
    const auto at =
        filled(*device, device->create_buffer(2 * samples * sizeof(float)), where.data());
    const auto read = device->create_buffer(samples * sizeof(float));
    const KernelArgument arguments[] = {image_argument(*image), sampler_argument(sampler),
                                        argument(*at), argument(*read)};
    device->launch(nullptr, *kernel, {{samples}}, {{16}}, arguments);
    const auto found = contents<float>(*device, *read);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      const float u = where[2 * k] * (normalised ? width : 1);
      const float v = where[2 * k + 1] * (normalised ? height : 1);
      if (std::abs(found[k] - filtered(picture, u, v, sampler)) > 0.01F) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

// Not in buffers: PoCL 3.1 crashes in kernels that take image1d_buffer_t.
TEST_CASE("kernels write images of one, two and three dimensions, and in layers") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, R"(
#define AT get_global_id(0)
__kernel void one(__write_only image1d_t to) { write_imageui(to, (int)AT, (uint4)(AT + 1)); }
__kernel void two(__write_only image2d_t to) {
  write_imageui(to, (int2)(AT % 6, AT / 6), (uint4)(AT + 1));
}
__kernel void three(__write_only image3d_t to) {
  write_imageui(to, (int4)(AT % 3, AT / 3 % 2, AT / 6, 0), (uint4)(AT + 1));
}
__kernel void layers(__write_only image2d_array_t to) {
  write_imageui(to, (int4)(AT % 3, AT / 3 % 2, AT / 6, 0), (uint4)(AT + 1));
}
)");
  assay_image layered = image_of({3, 2}, ASSAY_U16);
  layered.layers = 4;
  const std::vector<std::pair<const char*, assay_image>> cases = {
      {"one", image_of({24}, ASSAY_U16)},
      {"two", image_of({6, 4}, ASSAY_U16)},
      {"three", image_of({3, 2, 4}, ASSAY_U16)},
      {"layers", layered}};
  std::vector<std::uint16_t> expected(24);
  std::iota(expected.begin(), expected.end(), std::uint16_t{1});
  for (const auto& [name, description] : cases) {
    CAPTURE(name);
    const auto kernel = device->create_kernel(*program, name);
    const auto image = device->create_image(description);
    const KernelArgument arguments[] = {image_argument(*image)};
    device->launch(nullptr, *kernel, {{24}}, {{8}}, arguments);
    CHECK(contents<std::uint16_t>(*device, *image) == expected);
  }
}

TEST_CASE("images that a device does not have are refused by their name") {
  const auto device = first_opencl_device();
  const auto refused = [&](const assay_image& image) {
    const auto error = error_of([&] { static_cast<void>(device->create_image(image)); });
    CHECK_THAT(error.what(), contains("s.toml:7:3: image of 'picture'"));
    return error;
  };
  const auto large = refused(image_of({1, 1'000'000}));
  CHECK(large.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(large.what(), contains("has 1000000 rows; ") && contains(" allows "));
  CHECK(refused(image_of({4, 4}, ASSAY_F64)).status() == ASSAY_INVALID);
  CHECK_THAT(refused(image_of({4, 4}, ASSAY_F32, 3)).what(), contains("has 3 channels"));
  CHECK_THAT(refused(image_of({4, 0})).what(), contains("no pixels"));
  assay_image image = image_of({4, 4});
  image.normalised = 1;
  CHECK_THAT(refused(image).what(), contains("only whole numbers"));
  image = image_of({4, 4});
  image.linear = 1;
  CHECK_THAT(refused(image).what(), contains("one dimension"));
  image = image_of({4, 4, 4});
  image.layers = 2;
  CHECK_THAT(refused(image).what(), contains("not three"));
}

TEST_CASE("a launch refuses images, buffers and samplers in each other's place") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, sample_source);
  const auto kernel = device->create_kernel(*program, "sample");
  const auto image = device->create_image(image_of({4, 4}));
  const auto volume = device->create_image(image_of({4, 4, 4}));
  const auto buffer = device->create_buffer(1024);
  const auto sampler = sampler_of(ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_EDGE);
  const auto refused = [&](const KernelArgument& first, const KernelArgument& second,
                           const KernelArgument& third) {
    const KernelArgument arguments[] = {first, second, third, argument(*buffer)};
    const auto error =
        error_of([&] { device->launch(nullptr, *kernel, {{16}}, {{16}}, arguments); });
    CHECK(error.status() == ASSAY_INVALID);
    return std::string(error.what());
  };
  const int number = 1;
  CHECK_THAT(refused(argument(*buffer), sampler_argument(sampler), argument(*buffer)),
             contains("takes an image"));
  CHECK_THAT(refused(image_argument(*volume), sampler_argument(sampler), argument(*buffer)),
             contains("takes an image2d_t, but an image3d_t was given"));
  CHECK_THAT(refused(image_argument(*image), value_argument(number), argument(*buffer)),
             contains("takes a sampler"));
  CHECK_THAT(refused(image_argument(*image), sampler_argument(sampler), argument(*image)),
             contains("takes a buffer"));
  const auto repeats = sampler_of(ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_REPEAT);
  CHECK_THAT(error_of([&] {
               const KernelArgument arguments[] = {image_argument(*image),
                                                   sampler_argument(repeats), argument(*buffer),
                                                   argument(*buffer)};
               device->launch(nullptr, *kernel, {{16}}, {{16}}, arguments);
             }).what(),
             contains("normalised coordinates"));
}

}  // namespace assay::device
