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

TEST_CASE("structs of arrays are placed member by member") {
  const std::string members =
      "struct = [{ name = \"a\", type = \"char\", fill = 3 }, { name = \"b\", type = \"float2\", "
      "fill = \"index\" }, { name = \"c\", type = \"half\", shape = 3, fill = \"uniform\" }], ";
  const std::string structs =
      with(scenario, "type = \"float\", shape = 4, fill = \"index\"", members + "shape = 4");
  const Program program = program_of(structs);
  CHECK_THAT(python_of(program),
             contains("def structs(shape, size, members):\n") &&
                 contains("structs((4,), 24, [(0, np.full(4, 3).astype(np.int8)), (8, "
                          "np.arange(8).reshape((4, 2)).astype(np.float32)), (16, "
                          "random.uniform(0.0, 1.0, (4, 3)).astype(np.float16))])"));
  CHECK_THAT(cxx_of(program),
             contains("structs(96, 24, {{0, bytes_of(filled<std::int8_t>(4, 3.0))}, {8, "
                      "bytes_of(counting<float>(8, 0.0, 1.0))}, {16, "
                      "bytes_of(uniform<_Float16>(12, 0.0, 1.0))}})") &&
                 contains("std::vector<T> counting(") &&
                 contains("std::vector<unsigned char> bytes_of("));
  CHECK_THROWS_WITH(
      program_of(with(with(with(structs, ", fill = 3", ""), ", fill = \"index\"", ""),
                      ", fill = \"uniform\" }], ", " }], file = \"w.npy\", ")),
      contains("s.toml:") && contains("'w' is an array of structs") && contains("from files"));
}

TEST_CASE("elements of 8-bit floats are computed in Python alone") {
  const Program program = program_of(with(scenario, "type = \"float\", shape = 4, fill",
                                          "type = \"float8_e5m2\", shape = 4, fill"));
  CHECK_THAT(python_of(program), contains(".astype(ml_dtypes.float8_e5m2).view(np.uint8)"));
  CHECK_THROWS_WITH(cxx_of(program), contains("array 'w'") && contains("in Python"));
}

TEST_CASE("no program is written of code that another compiler made") {
  const std::string compiled = with(with(scenario, "source = \"k.cu\"", "source = \"k.ptx\""),
                                    "options = \"--maxrregcount=32\"\n", "");
  CHECK_THROWS_WITH(
      test::program_of(with(compiled, "scale<float, group>", "scale"), {{"k.ptx", "// PTX\n"}}),
      contains("s.toml:9") && contains("'scale.cuda' has no source") &&
          contains("name its source"));
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
  for (const std::string part : {"\"kernels\": [\"scale<float, 16>\"]", "np.zeros(64, np.float32)",
                                 "random.normal(2.0, 1.0, 64).astype(np.float32)"}) {
    CHECK_THAT(program, contains(part));
  }
  CHECK_THROWS_WITH(
      program_of(with(text, "fill = \"normal\", mean = 2", "file = \"x.npy\"")),
      contains("s.toml:") && contains("from a file of double") && contains("takes it as float"));
}
