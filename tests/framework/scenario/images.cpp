// Arguments that are images, textures, surfaces and samplers.
#include "tests/framework/scenario/kernel_folder.hpp"

using namespace assay;
using assay::test::KernelFolder;

namespace {

const std::string image_source = R"(
__kernel void k(__read_only image2d_t picture, sampler_t how, __write_only image2d_t out) {}
__kernel void deep(__read_only image3d_t volume, __read_only image2d_array_t stack,
                   __read_only image1d_buffer_t row) {}
)";

const std::string texture_source = R"(
extern "C" __global__ void k(cudaTextureObject_t picture, cudaTextureObject_t row,
                             cudaSurfaceObject_t out, int n) {
  surf2Dwrite(tex2D<float>(picture, 1, 1) + tex1Dfetch<float>(row, n), out, 0, 0);
}
)";

std::string scenario(const std::string& arguments, const std::string& more = "") {
  return "[problem]\n"
         "arguments = { n = 8 }\n"
         "arrays.a = { type = \"float\", shape = [\"n\", 4], fill = \"uniform\" }\n"
         "arrays.b = { type = \"float\", shape = [\"n\", 4], output = true }\n"
         "arrays.v = { type = \"uchar4\", shape = [2, \"n\", 5], fill = \"uniform\" }\n"
         "arrays.r = { type = \"float2\", shape = \"n\", fill = \"uniform\" }\n"
         "arrays.d = { type = \"double\", shape = [\"n\", 4], fill = \"uniform\" }\n"
         "arrays.w = { type = \"ushort\", shape = [\"n\", 4], fill = \"uniform\" }\n"
         "[[kernel]]\n" +
         more + "local = 4\nglobal = \"n\"\narguments = [" + arguments + "]\n";
}

const std::string opencl = "source = \"k.cl\"\nfunction = \"k\"\n";
const std::string deep = "source = \"k.cl\"\nfunction = \"deep\"\n";
const std::string cuda = "source = \"k.cu\"\nfunction = \"k\"\n";

struct ImageFolder : KernelFolder {
  ImageFolder() {
    write("k.cl", image_source);
    write("k.cu", texture_source);
  }
  [[nodiscard]] std::vector<KernelArgument> arguments(const std::string& list,
                                                      const std::string& kernel) const {
    return read(scenario(list, kernel)).kernels.kernels.at(0).steps.at(0).launch->arguments;
  }
};

}  // namespace

TEST_CASE("images, samplers and their words are read, with the channels of a vector's type") {
  const ImageFolder folder;
  const auto flat = folder.arguments(
      R"({ image = "a" }, { sampler = { filter = "linear", address = "repeat", coordinates =)"
      R"( "normalised" } }, { image = "b" })",
      opencl);
  REQUIRE(flat.size() == 3);
  CHECK(flat[0].kind == KernelArgument::Kind::image);
  CHECK(flat[0].arrays == std::vector<std::string>{"a"});
  CHECK(flat[0].view == ImageView{});
  CHECK(flat[1].kind == KernelArgument::Kind::sampler);
  CHECK(flat[1].sampler->filter == ASSAY_FILTER_LINEAR);
  CHECK(flat[1].sampler->address == ASSAY_ADDRESS_REPEAT);
  CHECK(flat[1].sampler->normalised);
  const auto volumes = folder.arguments(
      R"({ image = "v", values = "normalised" }, { image = "v", layered = true },
         { image = "r", linear = true })",
      deep);
  CHECK(volumes[0].view == ImageView{4, false, false, true});
  CHECK(volumes[1].view == ImageView{4, true, false, false});
  CHECK(volumes[2].view == ImageView{2, false, true, false});
}

TEST_CASE("textures have a sampler of their own, and surfaces have none") {
  const ImageFolder folder;
  const auto arguments = folder.arguments(
      R"({ texture = "a", filter = "linear", address = "border", when = "n > 4" },
         { texture = "r", linear = true }, { surface = "b" }, { int = "n" })",
      cuda);
  CHECK(arguments[0].kind == KernelArgument::Kind::texture);
  CHECK(arguments[0].sampler->filter == ASSAY_FILTER_LINEAR);
  CHECK(arguments[0].sampler->address == ASSAY_ADDRESS_BORDER);
  CHECK(arguments[0].when->text == "n > 4");
  CHECK(arguments[1].view->linear);
  CHECK(arguments[2].kind == KernelArgument::Kind::surface);
}

TEST_CASE("images that cannot be are refused at their place") {
  const ImageFolder folder;
  const auto refused = [&](const std::string& list, const std::string& kernel,
                           const std::vector<std::string>& parts) {
    folder.refuses(scenario(list, kernel), "14:", parts);
  };
  const std::string rest = R"(, { sampler = {} }, { image = "b" })";
  refused(R"({ texture = "a" })" + rest, opencl,
          {"'texture' belongs to CUDA", "{ image = \"a\" }"});
  refused(R"({ image = "a" })", cuda, {"'image' belongs to OpenCL", "{ texture"});
  refused(R"({ image = "nothing" })" + rest, opencl, {"'nothing' is not an array"});
  refused(R"({ image = "a", filter = "linear" })" + rest, opencl, {"filter"});
  refused(R"({ image = "d" })" + rest, opencl, {"of type double", "float, half"});
  refused(R"({ image = "a", values = "normalised" })" + rest, opencl, {"8 and 16 bits"});
  refused(R"({ image = "a", channels = 3 })" + rest, opencl, {"1, 2 or 4"});
  refused(R"({ image = "v", channels = 2 })" + rest, opencl, {"vectors of 4, not of 2"});
  refused(R"({ image = ["a", "w"] })" + rest, opencl, {"with 'at'"});
  refused(R"({ image = "a" }, { sampler = { address = "clamp" } }, { image = "b" })", opencl,
          {"edge, border, repeat, mirror, none", "CLAMP_TO_EDGE"});
  refused(R"({ image = "a" }, { sampler = { address = "mirror" } }, { image = "b" })", opencl,
          {"coordinates = \"normalised\""});
  refused(R"({ texture = "w", filter = "linear" })", cuda, {"values = \"normalised\""});
  refused(R"({ texture = "a", address = "none" })", cuda, {"choose edge"});
  refused(R"({ texture = "a", linear = true, filter = "linear" })", cuda, {"tex1Dfetch"});
  refused(R"({ image = "a", when = "m > 1" })" + rest, opencl, {"'m'"});
}

TEST_CASE("images are checked against the signature: kind, dimensions, layers, linear memory") {
  const ImageFolder folder;
  const auto refused = [&](const std::string& list, const std::string& kernel,
                           const std::vector<std::string>& parts) {
    folder.refuses(scenario(list, kernel), "14:", parts);
  };
  refused(R"("a", { sampler = {} }, { image = "b" })", opencl,
          {"'image2d_t picture'", "not array 'a': write { image = \"ARRAY\" }"});
  refused(R"({ image = "v" }, { sampler = {} }, { image = "b" })", opencl,
          {"of 2 dimensions, but the shape of 'v' has 3"});
  refused(R"({ image = "a" }, { image = "a" }, { image = "b" })", opencl,
          {"not an image of 'a': write { sampler"});
  refused(R"({ image = "v", layered = true })", deep, {"without layers"});
  refused(R"({ image = "v" }, { image = "v" })", deep, {"with layers: add layered"});
  refused(R"({ image = "v" }, { image = "v", layered = true }, { image = "r" })", deep,
          {"a row in a buffer: add linear"});
  refused(R"({ texture = "a" }, { texture = "r" }, { surface = "b" }, { int = "n" })", cuda,
          {"tex1Dfetch", "linear = true"});
  refused(R"({ texture = "a" }, { texture = "r", linear = true }, { surface = "b" }, )"
          R"({ surface = "a" })",
          cuda, {"'int n'", "not a surface of 'a'"});
}

TEST_CASE("code of the host takes arrays and no images") {
  const ImageFolder folder;
  folder.write("k.c", "void k(const float* a, float* b) {}");
  folder.refuses(
      "[problem]\narguments = { n = 8 }\n"
      "arrays.a = { type = \"float\", shape = \"n\", fill = \"uniform\" }\n"
      "arrays.b = { type = \"float\", shape = \"n\", output = true }\n"
      "[[kernel]]\nsource = \"k.c\"\nfunction = \"k\"\n"
      "arguments = [{ image = \"a\" }, \"b\"]\n",
      "8:", {"code of the host has no images"});
}
