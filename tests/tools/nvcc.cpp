// Tests, from outside, of device code that nvcc compiles, for a GPU that need not be here.
#include "framework/core/error.hpp"
#include "framework/core/shell.hpp"
#include "framework/device/machine.hpp"
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/skip.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

// The stand-in for a GPU needs NVRTC, though not to compile this.
void require_stand_in() {
  try {
    assay::device::open("cuda:sm_90", {});
  } catch (const assay::Error& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
}

void require_nvcc() {
  require_stand_in();
  if (!assay::run_shell("nvcc --version").ok()) assay::test::skip("this machine has no nvcc");
}

const std::string nvcc_problem = R"toml([problem]
name = "scale"
arguments = { n = 1000 }
arrays.x = { type = "float", shape = "n", output = true }
arrays.w = { type = "float", shape = 8, fill = "uniform" }
)toml";

// A source that NVRTC does not compile: it includes a header of the host, and has a main function.
const std::string nvcc_source = R"cuda(#include <cstdio>
#include <vector>
#include "parts/weight.cuh"
#if BROKEN == 1
broken
#endif
__constant__ float weights[TILE];
template <class T, int tile>
__global__ void scale(T* x, int n) {
  extern __shared__ T space[];
  for (int k = threadIdx.x; k < n; k += tile) x[k] = space[k % tile] * weight(weights[k % tile]);
}
namespace { __global__ void hidden(float* x) { x[0] = 1; } }
static __global__ void clear(float* x, int n) { for (int k = 0; k < n; ++k) x[k] = 0; }
extern "C" __global__ void plain(float* x) { x[0] = TILE; }
int main() { std::vector<float> host(1000); std::printf("%zu\n", host.size()); }
)cuda";

const std::string nvcc_kernel = R"toml([[kernel]]
source = "scale.cu"
name = "scale.nvcc"
compiler = "nvcc"
options = "--use_fast_math {flags}"
block = "TILE"
grid = 1
launches = [
  { function = "clear", arguments = ["x", { int = "n" }] },
  { function = "scale<float, TILE>", arguments = ["x", { int = "n" }, { shared = "4 * TILE" }] },
  { function = "hidden", arguments = ["x"] },
  { function = "plain", arguments = ["x"] },
]
variables.weights = "w"
parameters.TILE = [4, 8]
parameters.BROKEN = [0, 1]
parameters.flags = ["-O3", "-O3 -maxrregcount=32"]
)toml";

struct NvccFolder {
  explicit NvccFolder(const std::string& text) {
    std::filesystem::create_directory(line.folder() / "parts");
    line.write("parts/weight.cuh", "__device__ float weight(float x) { return 2 * x; }\n");
    line.write("scale.cu", nvcc_source);
    line.write("scale.toml", nvcc_problem + text);
  }
  CommandLine line;
};

constexpr const char* nvcc_check = "tune scale.toml --check --device cuda:sm_90 --trust";

}  // namespace

TEST_CASE("nvcc compiles device code, and its errors are shown whole") {
  require_nvcc();
  const NvccFolder folder(nvcc_kernel);
  const CommandLine& line = folder.line;
  const Outcome checked = line.run(nvcc_check);
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("scale.nvcc on cuda:sm_90: 8 configurations, "));
  CHECK_THAT(checked.out, contains("scale.cu does not compile with 'nvcc -cubin -arch=sm_90 "
                                   "--use_fast_math '-O3'") &&
                              contains("scale.cu(5): error"));
  CHECK_THAT(checked.out, contains("BROKEN=1") && !contains("BROKEN=0"));
}

TEST_CASE("a kernel that the source only declares is missed, and the others are named") {
  require_nvcc();
  const NvccFolder folder(nvcc_kernel);
  const CommandLine& line = folder.line;
  line.write("scale.cu", nvcc_source + "extern \"C\" __global__ void absent(float* x);\n");
  line.write("scale.toml", nvcc_problem + with(nvcc_kernel, "\"plain\"", "\"absent\""));
  const Outcome checked = line.run(nvcc_check);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("no kernel 'absent'; its kernels are:") && contains("plain"));
}

TEST_CASE("too much shared memory is a matter of the configuration") {
  require_nvcc();
  const NvccFolder folder("");
  const CommandLine& line = folder.line;
  line.write("large.cu",
             "__global__ void large(float* x) { __shared__ float s[SIZE]; s[threadIdx.x] = 1;\n"
             "__syncthreads(); x[0] = s[SIZE - 1 - threadIdx.x]; }\n");
  line.write("scale.toml", nvcc_problem + R"toml([[kernel]]
source = "large.cu"
compiler = "nvcc"
arguments = ["x"]
block = 32
grid = 1
parameters.SIZE = [128, 100000]
)toml");
  const Outcome checked = line.run(nvcc_check);
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
}

TEST_CASE("options that make nvcc write no CUBIN are refused") {
  require_nvcc();
  const NvccFolder folder(with(nvcc_kernel, "--use_fast_math", "-ptx"));
  const CommandLine& line = folder.line;
  const Outcome checked = line.run(nvcc_check);
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("compile-error"));
}

TEST_CASE("nvcc runs only once somebody has agreed") {
  const NvccFolder folder(nvcc_kernel);
  const CommandLine& line = folder.line;
  const Outcome refused = line.run("tune scale.toml --check --device cuda:sm_90");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("compiler of scale.nvcc: nvcc -cubin --use_fast_math {flags} "
                                   "scale.cu") &&
                              contains("--trust"));
}

TEST_CASE("a compiler of device code that is missing is named with the cure") {
  require_stand_in();
  const NvccFolder folder(with(nvcc_kernel, "\"nvcc\"", "\"/nowhere/nvcc\""));
  const CommandLine& line = folder.line;
  const Outcome checked = line.run(nvcc_check);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("the compiler '/nowhere/nvcc' cannot be run here") &&
                              contains("or name it with its path, as 'compiler'"));
}

TEST_CASE("a compiler is refused where none is of use") {
  const NvccFolder folder(nvcc_kernel);
  const CommandLine& line = folder.line;
  line.write("k.ptx", "// PTX\n");
  for (const auto& [file, why] : {std::pair("k.cl", "the device's driver compiles OpenCL"),
                                  std::pair("k.ptx", "'k.ptx' is compiled already")}) {
    line.write("scale.toml", nvcc_problem + "[[kernel]]\nsource = \"" + file +
                                 "\"\nfunction = \"k\"\narguments = [\"x\"]\nlocal = 1\nglobal = "
                                 "1\ncompiler = \"nvcc\"\n");
    const Outcome refused = line.run("tune scale.toml --check");
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, contains("scale.toml:12") && contains(why));
  }
}

TEST_CASE("files are not linked where nothing links them") {
  const NvccFolder folder("");
  const CommandLine& line = folder.line;
  line.write("k.cl", "__kernel void k(__global float* x) { x[0] = 1; }\n");
  line.write("k.ptx", "// PTX\n");
  for (const auto& [source, why] :
       {std::pair("\"k.ptx\"", "'k.ptx', which is linked already"),
        std::pair("{ command = \"cat k.cl\", file = \"k.cu\" }", "have it print everything")}) {
    line.write("scale.toml",
               nvcc_problem + "[[kernel]]\nlink = [\"more.cl\"]\nsource = " + source +
                   "\nfunction = \"k\"\narguments = [\"x\"]\nlocal = 1\nglobal = 1\n");
    const Outcome refused = line.run("tune scale.toml --check");
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, contains("scale.toml:7") && contains(why));
  }
}

TEST_CASE("files are compiled by themselves and linked by nvcc") {
  require_nvcc();
  const NvccFolder folder("");
  const CommandLine& line = folder.line;
  line.write("a.cu",
             "extern __device__ float helped(float);\n"
             "static __device__ float own(float x) { return x + N; }\n"
             "template <int n> __global__ void first(float* x) { x[n] = helped(own(x[0])); }\n");
  line.write("b.cu",
             "static __device__ float own(float x) { return x * N; }\n"
             "__device__ float helped(float x) { return own(x); }\n"
             "extern \"C\" __global__ void second(float* x) { x[0] = own(1); }\n"
             "__global__ void renamed(float* x) { x[0] = own(1); }\n");
  const std::string linked = nvcc_problem + R"toml([[kernel]]
source = "a.cu"
link = ["b.cu"]
name = "linked"
compiler = "nvcc"
arguments = ["x"]
block = 1
grid = 1
parameters.N = [1, 2]
launches = [{ function = "first<N>" }, { function = "second" }]
)toml";
  line.write("scale.toml", linked);
  const Outcome checked = line.run(nvcc_check);
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("2 of 2 tried compile"));

  line.write("scale.toml", with(linked, "link = [\"b.cu\"]", "link = []"));
  CHECK(line.run(nvcc_check).exit_code != 0);
  line.write("scale.toml", with(linked, "\"second\"", "\"renamed\""));
  CHECK_THAT(line.run(nvcc_check).err,
             contains("'renamed' (b.cu:4) is in a linked file") && contains("extern \"C\""));
}
