// Tests of kernels in files that take images, samplers, textures and surfaces. What they compute is
// compared with plain C.
#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::few_samples;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

// Reads a turned picture by linear interpolation, through an image or from memory.
const std::string warp = R"(
#if IMAGE
#define PICTURE __read_only image2d_t picture, sampler_t how
#else
#define PICTURE __global const float* picture
float pixel(__global const float* p, int x, int y, int w, int h) {
  return x < 0 || y < 0 || x >= w || y >= h ? 0 : p[y * w + x];
}
#endif
__kernel void warp(PICTURE, __write_only image2d_t turned, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float u = 0.75f * x + 0.25f * y - 3.0f;
  const float v = 0.75f * y - 0.25f * x + 2.0f;
#if IMAGE
  const float value = read_imagef(picture, how, (float2)(u, v)).x;
#else
  const float left = floor(u - 0.5f), top = floor(v - 0.5f);
  const float a = u - 0.5f - left, b = v - 0.5f - top;
  const float value =
      (1 - b) * ((1 - a) * pixel(picture, left, top, width, height) +
                 a * pixel(picture, left + 1, top, width, height)) +
      b * ((1 - a) * pixel(picture, left, top + 1, width, height) +
           a * pixel(picture, left + 1, top + 1, width, height));
#endif
  write_imagef(turned, (int2)(x, y), (float4)(value, 0, 0, 1));
}
)";

const std::string warp_in_c = R"(#include <math.h>
static float at(const float* p, int x, int y, int w, int h) {
  return x < 0 || y < 0 || x >= w || y >= h ? 0 : p[y * w + x];
}
void plain(const float* p, float* turned, int w, int h) {
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      const float u = 0.75f * x + 0.25f * y - 3.5f;
      const float v = 0.75f * y - 0.25f * x + 1.5f;
      const int k = (int)floorf(u), l = (int)floorf(v);
      const float a = u - k, b = v - l;
      turned[y * w + x] = (1 - b) * ((1 - a) * at(p, k, l, w, h) + a * at(p, k + 1, l, w, h)) +
                          b * ((1 - a) * at(p, k, l + 1, w, h) + a * at(p, k + 1, l + 1, w, h));
    }
  }
}
)";

const std::string warp_scenario = R"~(
[problem]
name = "warp"
arguments = { width = 37, height = 21 }
arrays.picture = { type = "float", shape = ["height", "width"], fill = "uniform" }
arrays.turned = { type = "float", shape = ["height", "width"], output = true }
reference = { kernel = "plain" }
tolerance = 0.01
[[kernel]]
source = "warp.cl"
function = "warp"
arguments = [
  { image = "picture", when = "IMAGE == 1" },
  { sampler = { filter = "linear", address = "border" }, when = "IMAGE == 1" },
  { image = "turned" }, { int = "width" }, { int = "height" },
]
local = ["group", 2]
global = ["width", "height"]
parameters.group = [8, 16]
parameters.IMAGE = [0, 1]
[[kernel]]
name = "plain"
source = "plain.c"
function = "plain"
arguments = ["picture", "turned", { int = "width" }, { int = "height" }]
competes = false
)~";

Outcome tuned(const CommandLine& line, const std::string& scenario) {
  line.write("s.toml", scenario + few_samples);
  return line.run("tune s.toml --trust");
}

Outcome warped(const CommandLine& line, const std::string& scenario) {
  require_opencl();
  line.write("warp.cl", warp);
  line.write("plain.c", warp_in_c);
  return tuned(line, scenario);
}

// Two launches with an image between them, colours that are read as 0 to 1, layers, and planes.
const std::string colours = R"(
__kernel void brighten(__read_only image3d_t volume, __read_only image2d_array_t stack,
                       sampler_t how, __write_only image3d_t between) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagef(between, at, read_imagef(volume, how, at) + convert_float4(read_imageui(stack, how, at)));
}
__kernel void fold(__read_only image3d_t between, sampler_t how, __global float* sums, int w, int h) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  const float4 c = read_imagef(between, how, at);
  sums[(at.z * h + at.y) * w + at.x] = c.x + 2 * c.y + 3 * c.z + 4 * c.w;
}
)";

const std::string colours_in_c = R"(
void plain(const unsigned char* volume, const unsigned short* stack, float* sums, int n) {
  for (int k = 0; k < n; ++k) {
    sums[k] = 0;
    for (int c = 0; c < 4; ++c) sums[k] += (c + 1) * (volume[4 * k + c] / 255.0f + stack[4 * k + c]);
  }
}
)";

const std::string colours_scenario = R"~(
[problem]
name = "colours"
arguments = { w = 6, h = 4, d = 3 }
arrays.volume = { type = "uchar4", shape = ["d", "h", "w"], fill = "uniform", high = 255 }
arrays.stack = { type = "ushort", shape = ["d", "h", "w", 4], fill = "uniform" }
arrays.sums = { type = "float", shape = "d * h * w", output = true }
reference = { kernel = "plain" }
[[kernel]]
source = "colours.cl"
name = "colours"
scratch.between = { type = "float4", shape = ["d", "h", "w"] }
local = ["group", 1, 1]
global = ["w", "h", "d"]
launches = [
  { function = "brighten", arguments = [{ image = "volume", values = "normalised" },
    { image = "stack", layered = true, channels = 4 }, { sampler = {} }, { image = "between" }] },
  { function = "fold", arguments = [{ image = "between" }, { sampler = { address = "none" } }, "sums",
    { int = "w" }, { int = "h" }] },
]
parameters.group = [2, 3]
[[kernel]]
name = "plain"
source = "plain.c"
function = "plain"
arguments = ["volume", "stack", "sums", { int = "w * h * d" }]
competes = false
)~";

const std::string textures = R"(
extern "C" __global__ void warp(cudaTextureObject_t picture, cudaTextureObject_t offsets,
                                cudaSurfaceObject_t turned, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float u = 0.75f * x + 0.25f * y + tex1Dfetch<float>(offsets, 0);
  const float v = 0.75f * y - 0.25f * x + tex1Dfetch<float>(offsets, 1);
  surf2Dwrite(tex2D<float>(picture, u, v), turned, x * 4, y);
}
)";

const std::string textures_scenario = R"~(
[problem]
name = "warp"
arguments = { width = 37, height = 21 }
arrays.picture = { type = "float", shape = ["height", "width"], fill = "uniform" }
arrays.offsets = { type = "float", shape = 2, fill = "index", start = -3, step = 5 }
arrays.turned = { type = "float", shape = ["height", "width"], output = true }
reference = { kernel = "plain" }
tolerance = 0.02
[[kernel]]
source = "warp.cu"
arguments = [
  { texture = "picture", filter = "linear", address = "border" },
  { texture = "offsets", linear = true },
  { surface = "turned" }, { int = "width" }, { int = "height" },
]
block = ["group", 2]
global = ["width", "height"]
parameters.group = [8, 16]
[[kernel]]
name = "plain"
source = "plain.c"
function = "plain"
arguments = ["picture", "turned", { int = "width" }, { int = "height" }]
competes = false
)~";

void require_cuda() {
  const auto catalog = CommandLine().run("list --json").json();
  const bool found = std::ranges::any_of(
      catalog.at("devices"), [](const auto& device) { return device.at("backend") == "cuda"; });
  if (!found) assay::test::skip("no CUDA device");
}

}  // namespace

TEST_CASE("a picture is sampled through an image or read from memory, as a parameter says") {
  const CommandLine line;
  const Outcome outcome = warped(line, warp_scenario);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.err, contains("4 of 4 configurations") && !contains("failed"));
}

TEST_CASE("another way of addressing is a wrong output") {
  const CommandLine line;
  const Outcome outcome =
      warped(line, with(with(warp_scenario, "address = \"border\"", "address = \"edge\""),
                        "parameters.IMAGE = [0, 1]", "parameters.IMAGE = [1]"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.out + outcome.err, contains("wrong-output"));
}

TEST_CASE("images of three dimensions, in layers, of normalised colours and between launches") {
  require_opencl();
  const CommandLine line;
  line.write("colours.cl", colours);
  line.write("plain.c", colours_in_c);
  const Outcome outcome = tuned(line, colours_scenario);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.err, contains("2 of 2 configurations") && !contains("failed"));
}

TEST_CASE("images that are larger than the device allows fail at the scenario's place") {
  const CommandLine line;
  const Outcome outcome = warped(
      line, with(with(warp_scenario, "width = 37, height = 21", "width = 1, height = 300000"),
                 "parameters.IMAGE = [0, 1]", "parameters.IMAGE = [1]"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(
      outcome.out + outcome.err,
      contains("s.toml:13:3: the image of 'picture' has 300000 rows; ") && contains(" allows "));
}

TEST_CASE("what init writes of a kernel with images runs", "[computes]") {
  require_opencl();
  const CommandLine line;
  line.write("copy.cl", R"(
__kernel void copy(__read_only image2d_t picture, sampler_t how, __write_only image2d_t out,
                   int width, int height) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x < width && at.y < height) write_imagef(out, at, read_imagef(picture, how, at));
}
)");
  REQUIRE(line.run("init copy.cl").exit_code == 0);
  const Outcome outcome = line.run("run copy copy.opencl --scenario copy.toml");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 4);  // it agrees with itself alone
}

TEST_CASE("kernels with textures and surfaces compile for a GPU that is not here") {
  try {
    assay::device::open("cuda:sm_90", {});
  } catch (const assay::Error& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
  const CommandLine line;
  line.write("warp.cu", textures);
  line.write("plain.c", warp_in_c);
  line.write("s.toml", textures_scenario);
  const Outcome outcome = line.run("tune s.toml --check --device cuda:sm_90 --trust");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("2 of 2 tried compile"));
}

TEST_CASE("a GPU's textures filter and its surfaces are written, as plain C says") {
  require_cuda();
  const CommandLine line;
  line.write("warp.cu", textures);
  line.write("plain.c", warp_in_c);
  const Outcome outcome = tuned(line, textures_scenario);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.err, contains("2 of 2 configurations") && !contains("failed"));
}
