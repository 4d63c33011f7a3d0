// What `assay init` makes of kernels that take images.
#include "framework/kernel_file/starting_scenario.hpp"

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("init shows arrays by images, with types from what is read and written") {
  const std::string text = starting_scenario(std::vector<SourceFile>{{"k.cl", R"(
__kernel void k(__read_only image2d_t picture, sampler_t how, __write_only image2d_t out,
                __read_only image2d_array_t stack, image1d_buffer_t row, int width, int height) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float v = read_imagef(picture, how, (float2)(at.x, at.y)).x;
  uint4 u = read_imageui(stack, how, (int4)(at.x, at.y, 0, 0)) + read_imageui(row, at.x);
  write_imagef(out, at, (float4)(v + u.x));
})"}},
                                             "k.cl", "", ASSAY_OPENCL)
                               .text;
  CHECK_THAT(text, contains("arrays.picture = { type = \"float\", shape = [\"height\", \"width\"], "
                            "fill = \"uniform\" }"));
  CHECK_THAT(text, contains("arrays.out = { type = \"float4\", shape = [\"height\", \"width\"], "
                            "output = true }"));
  CHECK_THAT(text, contains("arrays.stack = { type = \"uint4\", shape = [4, \"height\""));
  CHECK_THAT(text, contains("arrays.row = { type = \"uint4\", shape = [\"width\"]"));
  CHECK_THAT(text, contains("arguments = [{ image = \"picture\" }, { sampler = { filter = "
                            "\"nearest\", address = \"edge\" } }, { image = \"out\" }, "
                            "{ image = \"stack\", layered = true }, "
                            "{ image = \"row\", linear = true }, { int = \"width\" }"));
}

TEST_CASE("init tells textures by their calls, and surfaces by what writes them") {
  const std::string text = starting_scenario(std::vector<SourceFile>{{"k.cu", R"(
extern "C" __global__ void k(cudaTextureObject_t volume, cudaTextureObject_t row,
                             cudaSurfaceObject_t out, int n) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  float4 v = tex3D<float4>(volume, x, 1, (2));
  surf2Dwrite(v.x + tex1Dfetch<unsigned char>(row, x), out, x * 4, 0);
})"}},
                                             "k.cu", "", ASSAY_CUDA)
                               .text;
  CHECK_THAT(text, contains("arrays.volume = { type = \"float4\", shape = [\"n\", \"n\", \"n\"]"));
  CHECK_THAT(text, contains("arrays.row = { type = \"unsigned char\", shape = [\"n\"]"));
  CHECK_THAT(text, contains("arrays.out = { type = \"float\", shape = [\"n\", \"n\"], output"));
  CHECK_THAT(text, contains("arguments = [{ texture = \"volume\" }, { texture = \"row\", "
                            "linear = true }, { surface = \"out\" }, { int = \"n\" }]"));
}
