// Tests of the programs for CUDA, which are written without a GPU, and of what is refused. Programs
// for OpenCL are run by tests/tools/export_standalone.cpp.
#include "framework/standalone/writers.hpp"

#include "tests/catch.hpp"
#include "tests/framework/standalone/program_of.hpp"
#include "tests/replaced.hpp"

using namespace assay;
using standalone::Program;
using test::cxx_of;
using test::python_of;

namespace {

const std::string source = R"(
struct Setting { int shift; float4 weights; };
__constant__ float filter[4];
template <class T, int N>
__global__ void scale(const T* x, T* y, Setting s, bool on, unsigned long long l, double d) {
  extern __shared__ float tile[];
  y[threadIdx.x] = x[threadIdx.x] + s.shift + s.weights.x + on + l + d + filter[0] + N;
}
)";

const std::string scenario = R"~(
[problem]
name = "scale"
arguments = { n = 64 }
arrays.x = { type = "float", shape = "n", fill = "normal", mean = 2 }
arrays.w = { type = "float", shape = 4, fill = "index" }
arrays.y = { type = "float", shape = "n", output = true }
[[kernel]]
source = "k.cu"
function = "scale<float, group>"
arguments = ["x", "y", { struct = [{ int = "n" }, { float4 = [0, 1, 2, 0.1] }] }, { shared = "4 * group" },
  { bool = 1 }, { "unsigned long long" = 9007199254740993 }, { double = "0.1" }]
local = "group"
global = "n"
parameters.group = [16]
variables.filter = "w"
options = "--maxrregcount=32"
)~";

Program program_of(const std::string& text) {
  return test::program_of(text, {{"k.cu", source}, {"k.cpp", "void f(float*) {}\n"}});
}

}  // namespace

TEST_CASE("a program for CuPy has names of templates, shared memory, variables and structs") {
  const std::string program = python_of(program_of(scenario));
  for (const std::string part :
       {"\"kernels\": [\"scale<float, 16>\"],", "BY_EXPRESSION = True",
        "VARIABLES = {\"filter\": \"w\"}", "ON_DEVICE = [\"x\", \"y\"]",
        "\"shared_bytes\": {\"scale<float, 16>\": 64},", "OPTIONS = [\"--maxrregcount=32\"]",
        "(4,), (16,), (", "shared_mem=64,",
        "np.frombuffer(struct.pack(\"<i12x4f\", 64, 0, 1, 2, 0.1), \"V32\"),",
        "np.uint64(9007199254740993),", "np.bool_(1),", "np.float64(0.1),",
        "random.normal(2.0, 1.0, 64).astype(np.float32)"}) {
    CHECK_THAT(program, contains(part));
  }
}

TEST_CASE("a program for CUDA's driver has the same") {
  const std::string program = cxx_of(program_of(scenario));
  for (const std::string part :
       {"// ends in a backslash \\.\n", "by_expression = true", "{4}, {16}, 64,",
        "write_variable(program, \"filter\", arrays.at(\"w\"));", "alignas(16) float member_1[4];",
        "= {64, {0.0f, 1.0f, 2.0f, 0.1f}};", "static_assert(sizeof value_2 == 32",
        "std::uint64_t{9007199254740993ULL}", "double{0.1}", "normal<float>(64, 2.0, 1.0)"}) {
    CHECK_THAT(program, contains(part));
  }
}

TEST_CASE("elements of 8-bit floats are computed in Python alone") {
  const Program program = program_of(with(scenario, "type = \"float\", shape = 4, fill",
                                          "type = \"float8_e5m2\", shape = 4, fill"));
  CHECK_THAT(python_of(program), contains(".astype(ml_dtypes.float8_e5m2).view(np.uint8)"));
  CHECK_THROWS_WITH(cxx_of(program), contains("array 'w'") && contains("in Python"));
}

TEST_CASE("no program is written of code of the host and of generated sources") {
  const std::string host = with(with(with(scenario, "source = \"k.cu\"", "source = \"k.cpp\""),
                                     "variables.filter = \"w\"\n", ""),
                                ", { shared = \"4 * group\" }", "");
  CHECK_THROWS_WITH(program_of(with(with(host, "local = \"group\"\n", ""), "global = \"n\"\n", "")),
                    contains("s.toml:") && contains("is code of the host"));
  CHECK_THROWS_WITH(program_of(with(scenario, "source = \"k.cu\"",
                                    "source = { command = \"cat k.cu\", file = \"k.cu\" }")),
                    contains("s.toml:") && contains("a command prints the source of"));
}

TEST_CASE("arrays have the type that the configuration takes, unless they come from files") {
  std::string text = with(scenario, "type = \"float\", shape = \"n\", fill",
                          "type = \"double\", shape = \"n\", fill");
  text = with(text, "type = \"float\", shape = \"n\", output",
              "type = \"double\", shape = \"n\", output");
  text = with(text, "scale<float, group>", "scale<real, group>");
  text = with(text, "parameters.group",
              "types = { x = \"real\", y = \"real\" }\n"
              "parameters.real = [\"float\", \"double\"]\nparameters.group");
  const std::string program = python_of(program_of(text));
  for (const std::string part : {"KERNELS = [\"scale<float, 16>\"]", "np.zeros(64, np.float32)",
                                 "random.normal(2.0, 1.0, 64).astype(np.float32)"}) {
    CHECK_THAT(program, contains(part));
  }
  CHECK_THROWS_WITH(
      program_of(with(text, "fill = \"normal\", mean = 2", "file = \"x.npy\"")),
      contains("s.toml:") && contains("from a file of double") && contains("takes it as float"));
}
