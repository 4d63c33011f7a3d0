// Tests of exported programs whose kernels take images and samplers, and whose launches have
// constants of their own: in C++ they are compiled and run as a user would.
#include <vector>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/exported.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::kept;
using assay::test::Outcome;
using assay::test::require_opencl;
using assay::test::run_exported;

namespace {

// Images of all kinds but those in vectors of two, and launches with constants of their own.
const std::string shown = R"(
__kernel void brighten(__read_only image3d_t volume, __read_only image2d_array_t stack,
                       sampler_t how, __write_only image3d_t between, __global float *first) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  const float4 more = convert_float4(read_imageui(stack, how, at));
  write_imagef(between, at, read_imagef(volume, how, at) + more);
  first[0] = TILE;
}
__kernel void fold(__read_only image3d_t between, sampler_t how, __global float *sums, int w, int h) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  const float4 c = read_imagef(between, how, at);
  sums[(at.z * h + at.y) * w + at.x] = c.x + 2 * c.y + 3 * c.z + 4 * c.w;
}
__kernel void line(__read_only image1d_t row, __read_only image1d_array_t rows,
                   __read_only image1d_buffer_t all, sampler_t how, sampler_t smooth,
                   __write_only image2d_t out) {
  const int x = get_global_id(0);
  const float a = read_imagef(row, smooth, x + 0.75f).x;
  const float b = convert_float(read_imagei(rows, how, (int2)(x, 1)).x);
  write_imagef(out, (int2)(x, 0), (float4)(a, b, 0, 0));
  write_imagef(out, (int2)(x, 1), (float4)(read_imagef(all, x).y, TILE, 0, 0));
}
#ifdef LAST
__kernel void last(__global float *lasts, __read_only image2d_t out, sampler_t how) {
  const int x = get_global_id(0);
  lasts[x] = TILE + 100 * LAST + read_imagef(out, how, (int2)(x, 0)).x;
}
#endif
)";
const std::string shown_scenario = R"~(
[problem]
name = "shown"
arguments = { w = 6, h = 4, d = 3 }
arrays.volume = { type = "uchar4", shape = ["d", "h", "w"], fill = 255 }
arrays.stack = { type = "ushort", shape = ["d", "h", "w", 4], fill = "index" }
arrays.row = { type = "float", shape = "w", fill = "index", start = 10 }
arrays.rows = { type = "short", shape = [2, "w"], fill = "index", start = -3 }
arrays.all = { type = "float4", shape = "w", fill = "index" }
arrays.first = { type = "float", shape = 1, output = true }
arrays.sums = { type = "float", shape = "d * h * w", output = true }
arrays.lasts = { type = "float", shape = "w", output = true }
arrays.out = { type = "float4", shape = [2, "w"], output = true, fill = 0.5 }
[[kernel]]
source = "shown.cl"
name = "shown"
scratch.between = { type = "float4", shape = ["d", "h", "w"], fill = 0 }
local = ["group", 1, 1]
global = ["w", "h", "d"]
parameters.group = [2]
defines.TILE = "group"
launches = [
  { function = "brighten", arguments = [{ image = "volume", values = "normalised" },
    { image = "stack", layered = true, channels = 4 }, { sampler = {} }, { image = "between" },
    "first"] },
  { function = "fold", arguments = [{ image = "between" }, { sampler = { address = "none" } },
    "sums", { int = "w" }, { int = "h" }] },
  { function = "line", local = 1, global = "w", arguments = [{ image = "row" },
    { image = "rows", layered = true }, { image = "all", linear = true }, { sampler = {} },
    { sampler = { filter = "linear", address = "border" } }, { image = "out" }] },
  { function = "last", local = 2, global = "w", arguments = ["lasts", { image = "out" },
    { sampler = {} }], defines = { TILE = "group + 5", LAST = 1 } },
]
)~";

// Tunes the scenario, whose results agree with themselves.
void tune_shown(const CommandLine& line) {
  require_opencl();
  line.write("shown.cl", shown);
  line.write("shown.toml", shown_scenario + few_samples);
  const Outcome tuned = line.run("tune shown.toml");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 4);
}

}  // namespace

TEST_CASE("an exported program makes images and samplers, and compiles more than once") {
  const CommandLine line;
  tune_shown(line);
  REQUIRE(line.run("export shown.toml --instance 1 --output best.cpp").exit_code == 0);
  run_exported(line);
  CHECK(kept<float>(line, "first") == std::vector<float>{2});
  std::vector<float> sums;
  for (int k = 0; k < 6 * 4 * 3; ++k) {
    // Four channels, whose weights are 1 to 4, of 1 and 4 k to 4 k + 3.
    sums.push_back(static_cast<float>(10 * (1 + 4 * k) + 20));
  }
  CHECK(kept<float>(line, "sums") == sums);
  const auto out = kept<float>(line, "out");
  std::vector<float> lasts;
  for (std::size_t x = 0; x < 6; ++x) {
    // A quarter of the next pixel; that beyond the edge is 0.
    const float between = x == 5 ? 11.25F : 10.25F + static_cast<float>(x);
    CHECK(out[4 * x] == between);
    CHECK(out[4 * x + 1] == static_cast<float>(x + 3));
    CHECK(out[4 * (6 + x)] == static_cast<float>(4 * x + 1));
    CHECK(out[4 * (6 + x) + 1] == 2);
    lasts.push_back(7 + 100 + between);
  }
  CHECK(kept<float>(line, "lasts") == lasts);
}

TEST_CASE("an exported program in Python makes images and samplers") {
  const CommandLine line;
  tune_shown(line);
  REQUIRE(line.run("export shown.toml --instance 1 --output best.py").exit_code == 0);
  const std::string program = contents(line.folder() / "best.py");
  for (const std::string part :
       {"\"volume\": (cl.mem_object_type.IMAGE3D, (6, 4, 3), cl.channel_order.RGBA, "
        "cl.channel_type.UNORM_INT8),",
        "\"rows\": (cl.mem_object_type.IMAGE1D_ARRAY, (6, 2), cl.channel_order.R, "
        "cl.channel_type.SIGNED_INT16),",
        "\"all\": (cl.mem_object_type.IMAGE1D_BUFFER, (6,), ",
        "\"sampler: linear, border\": (False, cl.addressing_mode.CLAMP, cl.filter_mode.LINEAR),",
        "    kernels[1][\"last\"](\n", "on_device[\"all: image\"],\n",
        "            \"TILE\": \"7\",\n            \"LAST\": \"1\",\n"}) {
    CHECK_THAT(program, contains(part));
  }
  if (line.run("--version", "python3").exit_code != 0) return;
  CHECK(line.run("-m py_compile best.py", "python3").exit_code == 0);
}
