// Tests of programs for CUDA that run nvcc, on stand-ins for the driver and for CuPy.
#include "framework/core/shell.hpp"
#include "framework/standalone/writers.hpp"
#include "tests/catch.hpp"
#include "tests/framework/standalone/program_of.hpp"
#include "tests/framework/standalone/run_program.hpp"
#include "tests/replaced.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using standalone::Program;
using test::cxx_of;
using test::program_of;
using test::run_in_python;
using test::run_on_fake_driver;

namespace {

// What only nvcc compiles, with names of all kinds.
const std::string hosted = R"(#include <vector>
#include "parts/weight.cuh"
template <class T, int tile> __global__ void scale(T* x, int n) { x[n] = weight(tile); }
namespace { __global__ void hidden(float* x) { x[0] = 1; } }
static __global__ void clear(float* x, int n) { x[n] = 0; }
extern "C" __global__ void plain(float* x) { x[0] = TILE; }
int main() { return static_cast<int>(std::vector<float>(1000).size()); }
)";
const std::string hosted_scenario = R"~(
[problem]
name = "scale"
arguments = { n = 10 }
arrays.x = { type = "float", shape = "n", output = true }
[[kernel]]
source = "k.cu"
name = "scale"
compiler = "nvcc"
options = "--use_fast_math {flags}"
block = "TILE"
grid = 1
parameters.TILE = [4, 8]
parameters.flags = ["-O3 -maxrregcount=32"]
launches = [
  { function = "clear", arguments = ["x", { int = "n" }] },
  { function = "scale<float, TILE>", arguments = ["x", { int = "n" }] },
  { function = "scale<float, TILE + 1>", arguments = ["x", { int = "n" }] },
  { function = "hidden", arguments = ["x"] },
  { function = "plain", arguments = ["x"] },
  { function = "plain", arguments = ["x"], defines = { TILE = 1 } },
]
)~";

Program hosted_program() {
  return program_of(hosted_scenario,
                    {{"k.cu", hosted},
                     {"parts/weight.cuh", "__device__ float weight(float x) { return 2 * x; }\n"}});
}

// The same of two files, whose kernels other than templates are extern "C".
Program linked_program() {
  return program_of(
      with(with(with(hosted_scenario, "source = \"k.cu\"", "source = \"k.cu\"\nlink = [\"b.cu\"]"),
                "\"hidden\"", "\"second\""),
           "  { function = \"clear\", arguments = [\"x\", { int = \"n\" }] },\n", ""),
      {{"k.cu", hosted},
       {"parts/weight.cuh", "extern __device__ float weight(float x);\n"},
       {"b.cu",
        "__device__ float weight(float x) { return x * TILE; }\n"
        "extern \"C\" __global__ void second(float* x) { x[0] = 1; }\n"}});
}

void require_nvcc_here() {
  if (!run_shell("nvcc --version").ok()) test::skip("this machine has no nvcc");
}

}  // namespace

TEST_CASE("a program in C++ has nvcc compile, and finds the kernels") {
  require_nvcc_here();
  const test::TemporaryFolder folder;
  const std::string said = run_on_fake_driver(hosted_program(), folder);
  for (const std::string part :
       {"launch _Z5clearPfi (1,1,1)", "launch _Z5scaleIfLi4EEvPT_i (1,1,1) (4,1,1) 0 with 2",
        "launch _Z5scaleIfLi5EEvPT_i (1,1,1)", "6hiddenEPf (1,1,1)",
        "launch plain (1,1,1) (4,1,1) 0 with 1\nlaunch plain (1,1,1)"}) {
    CHECK_THAT(said, contains(part));
  }
}

TEST_CASE("a program in C++ has nvcc compile several files and link them") {
  require_nvcc_here();
  const test::TemporaryFolder folder;
  const std::string said = run_on_fake_driver(linked_program(), folder);
  CHECK_THAT(said, contains("launch _Z5scaleIfLi5EEvPT_i") && contains("launch second (1,1,1)"));
  CHECK_THAT(cxx_of(linked_program()),
             contains("nvcc -cubin -rdc=true -arch=$ARCH --use_fast_math '-O3' '-maxrregcount=32' "
                      "-I. '-DTILE=4' 'b.cu'"));
}

TEST_CASE("a program in Python has nvcc compile, link, and finds the kernels") {
  require_nvcc_here();
  const std::string print = "for build in best.BUILDS:\n    print(best.compile_code(build)[1])\n";
  const test::TemporaryFolder folder;
  const std::string said = run_in_python(hosted_program(), print, folder);
  for (const std::string part :
       {"'clear': '_Z5clearPfi'", "'scale<float, 4>': '_Z5scaleIfLi4EEvPT_i'",
        "'scale<float, 4 + 1>': '_Z5scaleIfLi5EEvPT_i'", "{'plain': 'plain'}"}) {
    CHECK_THAT(said, contains(part));
  }
  CHECK_THAT(run_in_python(linked_program(), print, folder),
             contains("'scale<float, 4 + 1>': '_Z5scaleIfLi5EEvPT_i', 'second': 'second'"));
}
