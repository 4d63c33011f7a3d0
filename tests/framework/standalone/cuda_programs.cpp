// Tests of programs for CUDA that are run, on stand-ins for the driver and for CuPy that run no
// kernels but say what is asked of them.
#include <filesystem>

#include "framework/standalone/writers.hpp"
#include "tests/catch.hpp"
#include "tests/framework/standalone/program_of.hpp"
#include "tests/framework/standalone/run_program.hpp"
#include "tests/replaced.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using standalone::Program;
using test::cxx_of;
using test::program_of;
using test::python_of;
using test::run_in_python;
using test::run_on_fake_driver;

namespace {

// Textures of all kinds, a surface, and an output that is one.
const std::string shown = R"(
extern "C" __global__ void warp(cudaTextureObject_t picture, cudaTextureObject_t again,
                                cudaTextureObject_t offsets, cudaTextureObject_t stack,
                                cudaTextureObject_t volume, cudaSurfaceObject_t turned, int width) {
  surf2Dwrite(tex2D<float>(picture, 1, 2) + tex1Dfetch<float>(offsets, 0), turned, 0, 0);
}
)";
const std::string shown_scenario = R"~(
[problem]
name = "warp"
arguments = { width = 37, height = 21 }
arrays.picture = { type = "float", shape = ["height", "width"], fill = "uniform" }
arrays.offsets = { type = "float", shape = 2, fill = "index", start = -3, step = 5 }
arrays.stack = { type = "uchar4", shape = [3, "height", "width"], fill = 200 }
arrays.volume = { type = "short", shape = [5, 4, 3, 2], fill = "index" }
arrays.turned = { type = "float", shape = ["height", "width"], output = true, fill = "index" }
[[kernel]]
source = "k.cu"
arguments = [
  { texture = "picture", filter = "linear", address = "border" },
  { texture = "picture", coordinates = "normalised", address = "mirror" },
  { texture = "offsets", linear = true },
  { texture = "stack", layered = true, values = "normalised", filter = "linear" },
  { texture = "volume", channels = 2 },
  { surface = "turned" }, { int = "width" },
]
block = ["group", 2]
global = ["width", "height"]
parameters.group = [8, 16]
)~";

Program shown_program() { return program_of(shown_scenario, {{"k.cu", shown}}); }

// Launches with constants of their own.
const std::string sums = R"(
__constant__ float weights[4];
template <int n> __global__ void sum(const float* x, float* y) { y[0] = LAST ? n : weights[0]; }
)";
const std::string sums_scenario = R"~(
[problem]
name = "sum"
arguments = { n = 100 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.w = { type = "float", shape = 4, fill = 1 }
arrays.y = { type = "float", shape = 1, output = true }
[[kernel]]
source = "k.cu"
name = "sum"
scratch.partial = { type = "float", shape = "blocks" }
parameters.lanes = [64, 128]
parameters.blocks = [16]
defines.LAST = 0
variables.weights = "w"
launches = [
  { function = "sum<lanes>", arguments = ["x", "partial", { shared = "4 * lanes" }], block = "lanes", grid = "blocks" },
  { function = "sum<lanes>", arguments = ["partial", "y"], block = "blocks", grid = 1, defines = { LAST = 1, lanes = "blocks" } },
]
)~";

Program sums_program() { return program_of(sums_scenario, {{"k.cu", sums}}); }

}  // namespace

TEST_CASE("a program for CUDA makes textures and surfaces, and copies to and from them") {
  const test::TemporaryFolder folder;
  const std::string said = run_on_fake_driver(shown_program(), folder);
  for (const std::string part :
       {// CU_AD_FORMAT_FLOAT is 32, UNSIGNED_INT8 1, SIGNED_INT16 9; flags: 1 layers, 2 surfaces.
        "array of 37 x 21 x 0 pixels, format 32 x 1, flags 0\n",
        "array of 37 x 21 x 3 pixels, format 1 x 4, flags 1\n",
        "array of 3 x 4 x 5 pixels, format 9 x 2, flags 0\n",
        "array of 37 x 21 x 0 pixels, format 32 x 1, flags 2\nsurface of an array\n",
        // Addresses: 0 repeat, 1 edge, 2 mirror, 3 border; flags: 1 elements, 2 normalised.
        "texture of an array, address 3, filter 1, flags 1\n"
        "texture of an array, address 2, filter 0, flags 3\n",
        "texture of memory of 8 bytes, address 1, filter 0, flags 1\n",
        "texture of an array, address 1, filter 1, flags 0\n",
        "launch warp (5,11,1) (8,2,1) 0 with 7\n", "turned: 0 1 2 3 ...\n"}) {
    CHECK_THAT(said, contains(part));
  }
  CHECK(std::filesystem::exists(folder.path() / "kept" / "turned.npy"));
}

TEST_CASE("a program for CuPy makes the same") {
  const std::string program = python_of(shown_program());
  for (const std::string part :
       {"FORMATS = {\n    \"picture\": (32, 0, 0, 0, runtime.cudaChannelFormatKindFloat),\n",
        "    \"stack\": (8, 8, 8, 8, runtime.cudaChannelFormatKindUnsigned),\n",
        "    \"volume\": (16, 16, 0, 0, runtime.cudaChannelFormatKindSigned),\n",
        "    \"stack\": ((37, 21, 3), 1, (3, 21, 148)),\n",
        "    \"turned\": ((37, 21), 2, (21, 37)),\n",
        "    \"picture: texture, linear, border\": (\"picture\", runtime.cudaAddressModeBorder, "
        "runtime.cudaFilterModeLinear,\n        runtime.cudaReadModeElementType, False),\n",
        "runtime.cudaReadModeNormalizedFloat, False),\n",
        "on_device[\"picture: texture, nearest, mirror, normalised\"],\n",
        "on_device[\"turned: surface\"],\n"}) {
    CHECK_THAT(program, contains(part));
  }
}

TEST_CASE("a program for CuPy makes them of arrays in the shapes that CuPy takes") {
  const test::TemporaryFolder folder;
  const std::string said = run_in_python(shown_program(), R"py(
class Array:
    nbytes = 8

    def reshape(self, shape):
        self.shape = shape
        return self


best.to_device({name: Array() for name in best.ON_DEVICE})
)py",
                                         folder);
  for (const std::string part :
       {"array 37 21 0 0\n", "array 37 21 3 1\n", "array 3 4 5 0\n", "array 37 21 0 2\n",
        "texture ResourceTypeArray 0 AddressModeBorder FilterModeLinear ReadModeElementType "
        "False\ntexture ResourceTypeArray 0 AddressModeMirror FilterModePoint "
        "ReadModeElementType True\ntexture ResourceTypeLinear 8 AddressModeClamp FilterModePoint "
        "ReadModeElementType False\ntexture ResourceTypeArray 0 AddressModeClamp "
        "FilterModeLinear ReadModeNormalizedFloat False\n",
        "surface ResourceTypeArray 0\n"}) {
    CHECK_THAT(said, contains(part));
  }
}

TEST_CASE("layers of one dimension are left to programs in C++") {
  const Program program = program_of(
      with(with(shown_scenario, "{ texture = \"stack\", layered", "{ texture = \"lines\", layered"),
           "arrays.stack",
           "arrays.lines = { type = \"uchar4\", shape = [3, 8], fill = 1 }\n"
           "arrays.stack"),
      {{"k.cu", shown}});
  CHECK_THAT(cxx_of(program),
             contains("CU_AD_FORMAT_UNSIGNED_INT8, 4, 8, 0, 3, CUDA_ARRAY3D_LAYERED);"));
  CHECK_THROWS_WITH(python_of(program), contains("array 'lines': CuPy makes no layers of one "
                                                 "dimension: write a program in C++"));
}

TEST_CASE("launches with constants of their own have a build of their own") {
  const test::TemporaryFolder folder;
  const std::string said = run_on_fake_driver(sums_program(), folder);
  for (const std::string part :
       {"compile -Dlanes=64 -Dblocks=16 -DLAST=0 --gpu-architecture=sm_90 ",
        "compile -Dlanes=16 -Dblocks=16 -DLAST=1 --gpu-architecture=sm_90 ",
        "variable weights of module 1\nvariable weights of module 2\n"
        "launch sum<64> (16,1,1) (64,1,1) 256 with 2\nlaunch sum<16> (1,1,1) (16,1,1) 0 with "
        "2\n"}) {
    CHECK_THAT(said, contains(part));
  }
  const std::string python = python_of(sums_program());
  for (const std::string part :
       {"            \"lanes\": \"16\",\n            \"blocks\": \"16\",\n"
        "            \"LAST\": \"1\",\n        },\n        \"kernels\": [\"sum<16>\"],\n"
        "        \"shared_bytes\": {},",
        "    kernels[1][\"sum<16>\"](\n", "\"shared_bytes\": {\"sum<64>\": 256},"}) {
    CHECK_THAT(python, contains(part));
  }
}
