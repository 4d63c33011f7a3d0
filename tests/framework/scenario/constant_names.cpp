// Parameters and defines become macros. Tests that names which would break a kernel are reported
// when a scenario is read.
#include "framework/scenario/constant_names.hpp"

#include <fstream>

#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;

namespace {

constexpr const char* opencl_kernel = R"(float helper(float x, int tile) { return x + tile; }
__kernel void k(__global float *out, __global const float *in, const int count) {
  const int i = get_global_id(0), j = i;
  float4 v = (float4)(0);
#ifndef GUARDED
  const int GUARDED = 4;
#endif
  if (i < count) out[i] = helper(in[j], GUARDED) * T + v.w;
}
)";
constexpr const char* cuda_kernel =
    R"(extern "C" __global__ void k(float *out, const float *in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * T;
}
)";

// A scenario whose kernel has `constants` from line 7 on.
struct Named {
  explicit Named(bool is_cuda = false) : source(is_cuda ? "k.cu" : "k.cl") {
    std::ofstream(folder / source) << (is_cuda ? cuda_kernel : opencl_kernel);
  }
  [[nodiscard]] Scenario read(const std::string& constants,
                              const std::string& argument = "n") const {
    std::ofstream(folder / "s.toml")
        << "[problem]\narguments = { " << argument << " = 64 }\n"
        << "arrays = { a = { type = \"float\", shape = 64, fill = 1 }, "
           "b = { type = \"float\", shape = 64, output = true } }\n"
        << "[[kernel]]\nsource = \"" << source << "\"\narguments = [\"b\", \"a\", { int = 64 }]\n"
        << constants << "\nlocal = 16\nglobal = 64\n";
    return read_scenario(folder / "s.toml");
  }
  void refuses(const std::string& name, const std::string& why) const {
    CAPTURE(name);
    for (const std::string key : {"parameters", "defines"}) {
      test::requires_error([&] { (void)read(key + "." + name + " = 1"); },
                           {"s.toml:7:", "'" + name + "'", why, "another name"});
    }
  }
  void takes(const std::string& name) const {
    CAPTURE(name);
    CHECK_NOTHROW(read("parameters." + name + " = [1, 2]"));
    CHECK_NOTHROW(read("defines." + name + " = 1"));
  }

  test::TemporaryFolder folder;
  std::string source;
};

}  // namespace

TEST_CASE("words, functions and macros of the kernel's language are refused as constants") {
  const Named kernel;
  for (const char* word : {"int", "if", "float", "unsigned", "struct", "class", "template", "and",
                           "not", "true", "sizeof", "_Bool", "const", "goto"}) {
    kernel.refuses(word, "keyword");
  }
  for (const char* word : {"kernel", "local", "global", "half", "uchar", "float4", "int16",
                           "size_t", "sampler_t", "read_only"}) {
    kernel.refuses(word, "word of OpenCL C");
  }
  for (const char* function : {"get_local_size", "min", "sin", "barrier", "vload4", "convert_int4",
                               "convert_uchar_sat", "as_float", "native_exp", "atomic_add",
                               "read_imagef", "select", "clamp", "half_rsqrt", "image2d_t"}) {
    kernel.refuses(function, "function of OpenCL C");
  }
  for (const char* macro : {"NULL", "M_PI", "M_PI_F", "INT_MAX", "FLT_EPSILON",
                            "CLK_LOCAL_MEM_FENCE", "CL_VERSION_1_2", "INFINITY"}) {
    kernel.refuses(macro, "macro of OpenCL C");
  }
  kernel.refuses("__x", "compilers");
}

TEST_CASE("CUDA has other words than OpenCL") {
  const Named kernel(true);
  for (const char* word : {"int", "class", "operator"}) kernel.refuses(word, "keyword");
  for (const char* word : {"threadIdx", "dim3", "float4"}) kernel.refuses(word, "word of CUDA");
  for (const char* function : {"atomicAdd", "sqrtf", "max", "atomicAdd_block"}) {
    kernel.refuses(function, "function of CUDA");
  }
  for (const char* free : {"kernel", "get_local_size", "step", "select", "local"})
    kernel.takes(free);
  kernel.refuses("x", "(k.cu:2)");  // threadIdx.x is used there
}

TEST_CASE("names of the kernel's own are refused with their line") {
  const Named kernel;
  kernel.refuses("k", "function");
  for (const char* argument : {"in", "out", "count"}) {
    const std::string name = argument;
    test::requires_error([&] { (void)kernel.read("parameters." + name + " = 1"); },
                         {"s.toml:7:", "'" + name + "'"});
  }
  kernel.refuses("count", "argument of 'k'");
  for (const auto& [name, place] :
       {std::pair{"i", "k.cl:3"}, {"tile", "k.cl:1"}, {"v", "k.cl:4"}, {"w", "k.cl:8"}}) {
    test::requires_error(
        [&, &name = name] { (void)kernel.read(std::string("parameters.") + name + " = [1, 2]"); },
        {"s.toml:7:", "'" + std::string(name) + "'", place});
  }
}

TEST_CASE("what merely looks like such a name is taken") {
  const Named kernel;
  for (const char* free : {"time",      "seconds", "if_else",     "UPPER",     "block_size_x",
                           "unroll",    "tiles",   "integer",     "localsize", "atomics",
                           "GUARDED",   "T",       "M_TILE",      "CLUSTER",   "float5",
                           "converter", "as_rows", "vload_width", "_x",        "order"}) {
    kernel.takes(free);
  }
  CHECK_NOTHROW(kernel.read("parameters.T = [\"float\", \"double\"]"));
  CHECK_NOTHROW(kernel.read("defines.i = \"'j'\""));  // may stand for a variable of the kernel
}

TEST_CASE("names that expressions have for something else are refused") {
  const Named kernel(true);
  for (const char* word : {"in", "True", "ceil_div", "is_power_of_two"}) {
    const std::string name = word;
    CAPTURE(name);
    const std::vector<std::string> parts = {"'" + name + "'", "expressions"};
    if (name != "in") {  // "in" is also an argument of the kernel
      test::requires_error([&] { (void)kernel.read("parameters." + name + " = 1"); }, parts);
    }
    test::requires_error([&] { (void)kernel.read("", name); }, parts);
  }
  for (const char* word : {"and", "min", "true"}) {
    const std::string name = word;
    test::requires_error([&] { (void)kernel.read("", name); }, {"s.toml:2:", "'" + name + "'"});
  }
}

TEST_CASE("no names at all, one name for two constants, and values that no constant can have") {
  const Named kernel;
  for (const char* name : {"\"x-y\"", "2x", "\"\xC3\xA4\"", "\"\"", "\"a b\""}) {
    CAPTURE(name);
    test::requires_error(
        [&, name] { (void)kernel.read(std::string("parameters.") + name + " = 1"); },
        {"s.toml:7:"});
  }
  test::requires_error([&] { (void)kernel.read("parameters.A = [1, 2]\ndefines.A = 3"); },
                       {"s.toml:8:", "'A'", "s.toml:7:"});
  test::requires_error([&] { (void)kernel.read("parameters.A = [1, 1.0]"); },
                       {"s.toml:7:", "twice"});
  test::requires_error([&] { (void)kernel.read("parameters.A = [1.0, nan]"); },
                       {"s.toml:7:", "nan", "finite"});
  test::requires_error([&] { (void)kernel.read("parameters.A = -inf"); }, {"s.toml:7:", "finite"});
}
