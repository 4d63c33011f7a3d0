// Textures and surfaces by way of a driver that needs no GPU.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::argument;
using assay::device::test::build_text;
using assay::device::test::contents;
using assay::device::test::error_of;
using test::fake_device;
using test::fake_world;
using test::FakeKernel;

assay_image described(std::vector<std::size_t> extents, std::size_t layers = 0) {
  assay_image image = {};
  image.size = sizeof image;
  image.name = "s.toml:3:1: the image of 'a'";
  image.element = ASSAY_U8;
  image.channels = 2;
  image.dimensions = static_cast<std::uint32_t>(extents.size());
  for (std::size_t k = 0; k < 3; ++k) image.extent[k] = k < extents.size() ? extents[k] : 1;
  image.layers = layers;
  return image;
}

constexpr assay_sampler smooth = {sizeof(assay_sampler), ASSAY_FILTER_LINEAR, ASSAY_ADDRESS_REPEAT,
                                  1};
constexpr assay_sampler plain = {sizeof(assay_sampler), ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_BORDER,
                                 0};

KernelArgument texture(Buffer& image, const assay_sampler& sampler) {
  return {ASSAY_ARG_TEXTURE, &image, &sampler, sizeof sampler};
}

// Two launches of a kernel with one object, which they are given.
std::vector<CUtexObject> launched(const KernelArgument& first, const KernelArgument& second,
                                  Accelerator& device, Kernel& kernel,
                                  std::vector<CUtexObject>& given) {
  given.clear();
  for (const KernelArgument& each : {first, second}) {
    const KernelArgument arguments[] = {each};
    device.launch(nullptr, kernel, {{1}}, {{1}}, arguments);
  }
  return given;
}

}  // namespace

TEST_CASE("CUDA arrays give back what was written, in part and as a whole") {
  fake_world();
  const auto device = fake_device();
  for (const auto& description : {described({5}), described({5, 3}), described({5, 3, 4}),
                                  described({5}, 3), described({5, 3}, 2)}) {
    const auto image = device->create_image(description);
    std::vector<unsigned char> expected(image->size(), 0xFF);
    CHECK(contents<unsigned char>(*device, *image) == expected);
    std::iota(expected.begin(), expected.end(), static_cast<unsigned char>(1));
    device->write(nullptr, *image, 0, expected.data(), expected.size());
    const unsigned char seven = 7;
    device->fill(nullptr, *image, 2, 3, &seven, 1);
    std::fill_n(expected.begin() + 2, 3, seven);
    CHECK(contents<unsigned char>(*device, *image) == expected);
  }
}

TEST_CASE("layers are the depth of a CUDA array, and extents that it lacks are 0") {
  auto& world = fake_world();
  const auto device = fake_device();
  const auto image = device->create_image(described({5}, 3));
  const auto& array = world.arrays.begin()->second.description;
  CHECK(array.Width == 5);
  CHECK(array.Height == 0);
  CHECK(array.Depth == 3);
  CHECK(array.NumChannels == 2);
  CHECK(array.Format == CU_AD_FORMAT_UNSIGNED_INT8);
  CHECK(array.Flags == CUDA_ARRAY3D_LAYERED);
}

TEST_CASE("a texture object is made once for each sampler, and goes with its image") {
  std::vector<CUtexObject> given;
  FakeKernel kernel{.parameters = {8}};
  kernel.action = [&](void** values) { given.push_back(*static_cast<CUtexObject*>(values[0])); };
  auto& world = fake_world({.kernels = {{"k", kernel}}});
  const auto device = fake_device();
  const auto program = build_text(*device, "");
  const auto made = device->create_kernel(*program, "k");
  assay_image description = described({5, 3});
  description.normalised = 1;
  auto image = device->create_image(description);
  const auto same =
      launched(texture(*image, smooth), texture(*image, smooth), *device, *made, given);
  CHECK(same[0] == same[1]);
  CHECK(world.textures.size() == 1);
  const auto& texture_description = world.textures.at(same[0]).description;
  CHECK(texture_description.addressMode[1] == CU_TR_ADDRESS_MODE_WRAP);
  CHECK(texture_description.filterMode == CU_TR_FILTER_MODE_LINEAR);
  CHECK(texture_description.flags == CU_TRSF_NORMALIZED_COORDINATES);
  const auto other =
      launched(texture(*image, plain), texture(*image, smooth), *device, *made, given);
  CHECK(other[0] != other[1]);
  CHECK(world.textures.at(other[0]).description.addressMode[0] == CU_TR_ADDRESS_MODE_BORDER);
  image.reset();
  CHECK(world.textures.empty());
  CHECK(world.arrays.empty());
}

TEST_CASE("a linear texture shows the buffer itself, and a surface the array") {
  std::vector<CUtexObject> given;
  FakeKernel kernel{.parameters = {8}};
  kernel.action = [&](void** values) { given.push_back(*static_cast<CUtexObject*>(values[0])); };
  auto& world = fake_world({.kernels = {{"k", kernel}}});
  const auto device = fake_device();
  const auto program = build_text(*device, "");
  const auto made = device->create_kernel(*program, "k");
  assay_image description = described({6});
  description.linear = 1;
  const auto linear = device->create_image(description);
  const auto read =
      launched(texture(*linear, plain), texture(*linear, plain), *device, *made, given);
  const auto& resource = world.textures.at(read[0]).resource;
  CHECK(resource.resType == CU_RESOURCE_TYPE_LINEAR);
  CHECK(resource.res.linear.sizeInBytes == 12);
  std::vector<unsigned char> bytes(12);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
  device->write(nullptr, *linear, 0, bytes.data(), bytes.size());
  CHECK(std::memcmp(reinterpret_cast<const void*>(resource.res.linear.devPtr), bytes.data(), 12) ==
        0);
  CHECK(world.arrays.empty());
  description = described({6, 2});
  description.surface = 1;
  const auto surface = device->create_image(description);
  const KernelArgument argument = {ASSAY_ARG_IMAGE, surface.get(), nullptr, 0};
  const auto written = launched(argument, argument, *device, *made, given);
  CHECK(world.surfaces.at(written[0]) == world.arrays.begin()->first);
  CHECK(world.arrays.begin()->second.description.Flags == CUDA_ARRAY3D_SURFACE_LDST);
}

TEST_CASE("textures that make no sense are refused, and sizes beyond the device") {
  fake_world({.kernels = {{"k", {.parameters = {8}}}}});
  const auto device = fake_device();
  const auto program = build_text(*device, "");
  const auto kernel = device->create_kernel(*program, "k");
  const auto buffer = device->create_buffer(8);
  const auto image = device->create_image(described({5, 3}));
  const auto refused = [&](const KernelArgument& given) {
    const KernelArgument arguments[] = {given};
    return std::string(
        error_of([&] { device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments); }).what());
  };
  assay_sampler sampler = smooth;
  CHECK_THAT(refused(texture(*image, sampler)), contains("normalised ones"));
  sampler = {sizeof sampler, ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_MIRROR, 0};
  CHECK_THAT(refused(texture(*image, sampler)), contains("normalised coordinates"));
  CHECK_THAT(refused(texture(*buffer, plain)), contains("a buffer as an image"));
  CHECK_THAT(refused(argument(*image)), contains("an image as a buffer"));
  CHECK_THAT(refused({ASSAY_ARG_SAMPLER, nullptr, &plain, sizeof plain}), contains("is a sampler"));
  CHECK_THAT(refused({ASSAY_ARG_IMAGE, image.get(), nullptr, 0}), contains("not described"));
  // The fake device's limits are a thousand times the attributes' numbers.
  const auto wide = error_of([&] {
    static_cast<void>(device->create_image(described({22001, 1})));
  });
  CHECK(wide.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(wide.what(), contains("s.toml:3:1") && contains("22001 pixels in a row") &&
                              contains("allows 22000"));
  CHECK_THAT(
      error_of([&] { static_cast<void>(device->create_image(described({1}, 43001))); }).what(),
      contains("43001 layers"));
  assay_image linear = described({1001});
  linear.linear = 1;
  CHECK_THAT(error_of([&] { static_cast<void>(device->create_image(linear)); }).what(),
             contains("linear memory") && contains("allows 1000"));
}

}  // namespace assay::device::cuda
