#include "framework/kernel_file/starting_scenario.hpp"

#include <map>

#include "framework/core/error.hpp"
#include "framework/kernel_file/tunable.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

StartingScenario opencl_scenario(const std::string& text, const std::string& function = "") {
  return starting_scenario(std::vector<SourceFile>{{"k.cl", text}}, "k.cl", function, ASSAY_OPENCL);
}

StartingScenario cuda_scenario(const std::string& text, const std::string& function = "") {
  return starting_scenario(std::vector<SourceFile>{{"k.cu", text}}, "k.cu", function, ASSAY_CUDA);
}

std::vector<std::string> names_of(const std::vector<Tunable>& tunables) {
  std::vector<std::string> names;
  for (const auto& tunable : tunables) names.push_back(tunable.name);
  return names;
}

}  // namespace

TEST_CASE("inputs, outputs and arrays that are both are told apart by their use") {
  const auto text =
      opencl_scenario(R"(__kernel void k(__global const float *in, __global float *out,
      __global float *both, __global int *counts, __global float *read, int n) {
    int i = get_global_id(0);
    out[i] = in[i] + read[i];
    both[i] += 1;
    atomic_inc(&counts[i]);
  })")
          .text;
  CHECK_THAT(text, contains("arrays.in = { type = \"float\", shape = \"n\", fill = \"uniform\" }"));
  CHECK_THAT(text, contains("arrays.out = { type = \"float\", shape = \"n\", output = true }"));
  CHECK_THAT(
      text,
      contains("arrays.both = { type = \"float\", shape = \"n\", fill = \"uniform\", output"));
  CHECK_THAT(text,
             contains("arrays.counts = { type = \"int\", shape = \"n\", fill = \"zeros\", output"));
  CHECK_THAT(text,
             contains("arrays.read = { type = \"float\", shape = \"n\", fill = \"uniform\" }"));
  CHECK_THAT(
      text,
      contains("arguments = [\"in\", \"out\", \"both\", \"counts\", \"read\", { int = \"n\" }]"));
}

TEST_CASE("constants that look tunable: guarded, undeclared, and none that the language gives") {
  const auto found = find_tunables(tokenise(R"(
#ifndef HEADER_H
#define HEADER_H
#endif
#ifndef TILE
#define TILE 16  // rows
#endif
#if !defined(UNROLL)
#define UNROLL (4)
#endif
#define FIXED 3
#define CALL(x) ((x) + 1)
enum { MODE_A, MODE_B };
constant int TABLE[FIXED] = {1, 2, 3};
__kernel void k(__global float *a, int N) {
  barrier(CLK_LOCAL_MEM_FENCE);
  a[0] = INFINITY + FLT_MAX + M_PI + TILE + UNDECLARED * block_size_x + MODE_A + TABLE[0] + N;
#if VECTOR > 1
  a[1] = MAX(a[2], CALL(1));
#endif
})"));
  CHECK(names_of(found.tunables) ==
        std::vector<std::string>{"TILE", "UNROLL", "UNDECLARED", "block_size_x", "VECTOR"});
  CHECK(found.tunables[0].default_value == 16);
  CHECK(found.tunables[1].default_value == 4);
  CHECK_FALSE(found.tunables[2].default_value.has_value());
  CHECK(names_of(found.fixed) == std::vector<std::string>{"FIXED"});
}

TEST_CASE("constants that conditions test get the values that these tell apart") {
  const auto found = find_tunables(tokenise(R"(
#ifndef MODE
#define MODE 3
#endif
__kernel void k(__global float *a) {
#if use_padding == 0 && !defined(OLD)
#elif (use_padding) && __OPENCL_VERSION__ >= 120
#endif
#define CACHE USED
#define USED read_only
#if CACHE == 1
#elif CACHE == 0
#endif
#if method == 1 || 4 > depth
#elif method == 2
#else
#endif
#if MODE == 1
#elif MODE != 2
#endif
#if unroll == 4 || width == 2 && width > 1
#endif
#if defined cl_khr_fp64 && cl_khr_fp64 && __has_include(x)
#endif
})"));
  const auto values = [&](const char* name) {
    const auto tunable = std::ranges::find(found.tunables, name, &Tunable::name);
    REQUIRE(tunable != found.tunables.end());
    return suggested_values(*tunable);
  };
  using Values = std::vector<std::int64_t>;
  CHECK(found.tunables.size() == 7);
  CHECK(values("use_padding") == Values{0, 1});
  CHECK(values("read_only") == Values{0, 1});
  CHECK(values("method") == Values{1, 2});
  CHECK(values("MODE") == Values{1, 2, 3});
  // One comparison does not tell the other values, and more than equality matters to a width.
  CHECK(values("unroll") == Values{1, 2, 4, 8});
  CHECK(values("width") == Values{1, 2, 4, 8});
}

TEST_CASE("cases counted from 1 have a 0 for none of them, unless a chain enumerates them") {
  const auto found = find_tunables(tokenise(R"(
#if VECTOR == 1
typedef float number;
#elif VECTOR == 2
typedef float2 number;
#endif
__kernel void k(__global number *a) {
#if PREFETCH == 1
#if VECTOR == 1
#endif
#endif
#if PREFETCH == 2
#endif
#if WIDTH == 1
#endif
#if WIDTH == 4
#endif
})"));
  std::map<std::string, std::vector<std::int64_t>> values;
  for (const Tunable& tunable : found.tunables) values[tunable.name] = suggested_values(tunable);
  const std::map<std::string, std::vector<std::int64_t>> expected = {
      {"PREFETCH", {0, 1, 2}}, {"VECTOR", {1, 2}}, {"WIDTH", {1, 4}}};
  CHECK(values == expected);
}

TEST_CASE("a group comes from an attribute ahead of the kernel, not from a choice named like one") {
  const std::string body =
      "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = TBX + n;\n"
      "#if LOCAL == 0\n#elif LOCAL == 1\n#endif\n}";
  CHECK_THAT(opencl_scenario("__attribute__((reqd_work_group_size(TBX, 1, 1)))\n" + body).text,
             contains("local = \"TBX\""));
  CHECK_THAT(opencl_scenario(body).text, contains("local = \"block_size_x\""));
}

TEST_CASE("suggested values contain the default and no duplicates") {
  for (std::int64_t value = -2; value <= 300; ++value) {
    for (const char* name : {"TILE", "UNROLL"}) {
      const auto values = suggested_values({.name = name, .default_value = value});
      CHECK(std::count(values.begin(), values.end(), value) == 1);
      for (const auto each : values) CHECK(std::count(values.begin(), values.end(), each) == 1);
    }
  }
  CHECK_FALSE(suggested_values({.name = "X"}).empty());
}

TEST_CASE("what is passed on is read where macros only read it and functions take it as constant") {
  const auto text = opencl_scenario(R"(
#define READ(p) (*(p))
#define PUT(p, v) *(p) = v
float sum(__global const float *a, int n) { return a[n]; }
void any(float *a) { a[0] = 1; }
void any(const float *a) { }
float both(const int n, __global float *a, const __global float *b) { return *a = b[n]; }
__kernel void k(__global float *x, __global float *y, __global float *z, __global float *s,
                __global float *u, __global float *v, __global float *w, int n) {
  if (n) any(w); else any(w);
  PUT(y + n, READ(x + n));
  z[n] = sum(s, n) + both(n, u, v);
})")
                        .text;
  const auto writes = [&](const std::string& name) {
    const auto at = text.find("arrays." + name);
    REQUIRE(at != std::string::npos);
    return text.substr(at, text.find('\n', at) - at).find("output") != std::string::npos;
  };
  for (const char* name : {"x", "s", "v"}) CHECK_FALSE(writes(name));
  for (const char* name : {"y", "z", "u", "w"}) CHECK(writes(name));
}

TEST_CASE("sizes that the source fixes, and of groups in dimensions that it does not use") {
  const auto text = opencl_scenario(R"(
#define image_height 4096
#define image_width 2048
#define TILE 128
#define border_width 3
#ifndef block_size_z
#define block_size_z 1
#endif
__kernel void k(__global float *a) {
  a[get_global_id(1) * image_width + get_global_id(0) + image_height * TILE + border_width] = 1;
})")
                        .text;
  CHECK_THAT(text, contains("arguments = { image_width = 2048, image_height = 4096 }") &&
                       contains("global = [\"image_width\", \"image_height\"]") &&
                       contains("image_width is 2048 by #define") &&
                       contains("TILE is fixed by #define") && !contains("block_size_z"));
}

TEST_CASE("the group is named rather by a constant of a group than by one of a tile") {
  const auto text = opencl_scenario(R"(__kernel void k(__global float *out) {
    out[get_global_id(0) + get_global_id(1)] = TILE_SIZE_X + TILE_SIZE_Y + WORK_GROUP_SIZE_X;
  })")
                        .text;
  CHECK_THAT(text, contains("local = [\"WORK_GROUP_SIZE_X\", \"TILE_SIZE_Y\"]"));
}

TEST_CASE("included files give types, defaults, and what their functions do with arrays") {
  const std::vector<SourceFile> files = {{"k.cl", R"(#include "h.h"
__kernel void k(__global const real *x, __global real *y, __global real *z, struct pair p, int n) {
  for (int i = 0; i < UNROLL; ++i) y[i] = get(z, i) * SCALE * x[i];
})"},
                                         {"h.h", R"(#ifndef UNROLL
#define UNROLL 4
#endif
#define SCALE 3
#define OTHER 5
typedef double real;
struct pair { int first; float second; };
inline real get(const __global real *from, int i) { return from[i] + HIDDEN; }
__kernel void k2(__global int *a) { }
)"}};
  const auto scenario = starting_scenario(files, "k.cl", "", ASSAY_OPENCL);
  CHECK_THAT(scenario.text, contains("arrays.y = { type = \"double\"") &&
                                contains("parameters.UNROLL = { values = [1, 2, 4, 8, 16]") &&
                                contains("{ struct = [{ int = 1 }, { float = 1 }] }") &&
                                contains("SCALE is fixed") && !contains("OTHER") &&
                                !contains("HIDDEN") && !contains("k2"));
  const auto z = scenario.text.find("arrays.z");
  CHECK(scenario.text.substr(z, scenario.text.find('\n', z) - z).find("output") ==
        std::string::npos);
}

TEST_CASE("constants named like the work of an item divide the grid, unless they size the group") {
  const std::string body = "{ a[get_global_id(1) * n + get_global_id(0)] = ";
  const auto text = [&](const std::string& used) {
    return opencl_scenario("__kernel void k(__global float *a, int n) " + body + used + "; }").text;
  };
  CHECK_THAT(text("block_size_x * block_size_y * tile_size_x * tile_size_y"),
             contains("grid = [\"ceil_div(n, block_size_x * tile_size_x)\", "
                      "\"ceil_div(n, block_size_y * tile_size_y)\"]") &&
                 !contains("global"));
  CHECK_THAT(text("block_size_x * block_size_y * work_per_item"),
             contains("grid = [\"ceil_div(n, block_size_x * work_per_item)\", "
                      "\"ceil_div(n, block_size_y)\"]"));
  CHECK_THAT(text("tile_size_x * tile_size_y"),
             contains("local = [\"tile_size_x\", \"tile_size_y\"]") &&
                 contains("global = [\"n\", \"n\"]"));
}

TEST_CASE("a loop that strides over the launch takes any number of groups") {
  const auto text = [&](const std::string& body) {
    return cuda_scenario("__global__ void k(float *a, int n) { " + body + " }").text;
  };
  const std::string any = "grid = \"groups\"";
  const std::string begin = "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; ";
  CHECK_THAT(text(begin + "i += blockDim.x * gridDim.x) a[i] = 1;"),
             contains(any) && contains("parameters.groups = { powers_of = 2, from = 16") &&
                 contains("n = 1000000") && !contains("global ="));
  CHECK_THAT(text("const int stride = gridDim.x * 32; " + begin + "i += stride) a[i] = 1;"),
             contains(any));
  CHECK_THAT(text(begin + "i += blockDim.x * gridDim.x) for (int k = 0; k < 9; ++k) a[i] += k;"),
             contains(any) && contains("n = 4096"));
  CHECK_THAT(text(begin + "i += blockDim.x * gridDim.x) a[i] = groups;"),
             contains("grid = \"number_of_groups\""));
  CHECK_THAT(opencl_scenario("__kernel void k(__global float *a, int n) { for (int i = "
                             "get_global_id(0); i < n; i += get_global_size(0)) a[i] = 1; }")
                 .text,
             contains(any));
  // An index of the group is no stride, nor is what a loop of one item adds up.
  CHECK_THAT(text("int id = blockIdx.y * gridDim.x + blockIdx.x; for (;;) a[0] += id;"),
             !contains(any));
  CHECK_THAT(text("float s = 0; for (int k = 0; k <= gridDim.x; ++k) s += a[k * gridDim.x];"),
             !contains(any));
  CHECK_THAT(text("a[threadIdx.x] += gridDim.x;"), !contains(any));
}

TEST_CASE("CUDA: blocks from launch bounds, and templates are told") {
  const auto scenario = cuda_scenario(
      "__global__ void __launch_bounds__(THREADS) scale(const float* __restrict__ x, float* y, "
      "size_t n)"
      "{ size_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }");
  CHECK_THAT(scenario.text, contains("local = \"THREADS\"") && contains("parameters.THREADS"));
  CHECK(scenario.notes.empty());
  const auto generic = cuda_scenario(
      "template <class T> __global__ void scale(T* y, int n) { y[threadIdx.y] = 0; }", "scale");
  bool told = false;
  for (const auto& note : generic.notes) told = told || note.find("template") != std::string::npos;
  CHECK(told);
  CHECK_THAT(generic.text, contains("block_size_y"));
}

TEST_CASE("no kernel, several, and one that is not there") {
  CHECK_THROWS_WITH(opencl_scenario("void f() {}"), contains("no kernel found"));
  const std::string two = "__kernel void a(int n) {} __kernel void b(int n) {}";
  CHECK_THROWS_WITH(opencl_scenario(two), contains("several kernels"));
  CHECK_THROWS_WITH(opencl_scenario(two, "c"), contains("no kernel 'c'"));
  CHECK(opencl_scenario(two, "b").function == "b");
  CHECK(
      opencl_scenario("#if A\n__kernel void a(int n) {}\n#else\n__kernel void a(int n) {}\n#endif")
          .function == "a");
}

TEST_CASE("words of any length are read without deep recursion") {
  const std::string word(440000, 'A');
  const std::string name(440000, 'n');
  const auto text =
      opencl_scenario("#ifndef " + word + "\n#define " + word + " 3\n#endif\n#define " + word +
                      "B 4\n#if " + word + "C > 1\n#endif\n__kernel void k(__global float *" +
                      name + ", int n) { " + name + "[0] = " + word + " + n" +
                      std::string(440000, '1') + "; }")
          .text;
  CHECK_THAT(text, contains("[[kernel]]"));
  std::string members = "__kernel void k(__global float *a) { a";
  for (int k = 0; k < 400000; ++k) members += ".x";
  CHECK_THAT(opencl_scenario(members + "[0] = 1; }").text, contains("arrays.a"));
}

TEST_CASE("directives are read with all the blanks and brackets that they may have") {
  const auto found = find_tunables(tokenise(R"(
#  ifndef   AA
# define AA  ( 16 )
#endif
#if !defined( BB )
#define BB 4 // four
#endif
#ifndef CC
#define CC(x) 4
#endif
#if !defined(DD) && 1
#define DD 5
#endif
#define
#ifndef
#elif EE > 1
)"));
  REQUIRE(names_of(found.tunables) == std::vector<std::string>{"AA", "BB", "EE"});
  CHECK(found.tunables[0].default_value == 16);
  CHECK(found.tunables[1].default_value == 4);
  CHECK(names_of(found.fixed) == std::vector<std::string>{"DD"});
}

TEST_CASE("values of every kind are written, and what no scenario can give is refused") {
  const auto opencl = [](const std::string& parameters, const std::string& before = "") {
    return opencl_scenario(before + "__kernel void k(__global float *c, " + parameters +
                           ") { c[0] = 1; }");
  };
  const std::string pair = "typedef struct { float x; int k; } pair; ";
  CHECK_THAT(opencl("pair q", pair).text,
             contains("{ struct = [{ float = 1 }, { int = 1 }] }") && contains("real members"));
  CHECK_THAT(opencl("pair q", "typedef struct { float *x; } pair; ").text,
             contains("{ struct = [{ int = 1 }] }") && contains("members in order"));
  CHECK_THAT(opencl("float4 q").text, contains("{ float4 = [1, 1, 1, 1] }"));
  CHECK_THAT(opencl("half q").text, contains("{ half = 1 }"));
  CHECK_THROWS_WITH(opencl("read_only image2d_msaa_t q"), contains("image2d_msaa_t"));
  CHECK_THROWS_WITH(opencl("__global float **q"), contains("pointer to pointers"));
  CHECK_THAT(
      opencl("__global pair *q", pair).text,
      contains("arrays.q = { struct = [{ name = \"x\", type = \"float\", fill = \"uniform\" }, "
               "{ name = \"k\", type = \"int\", fill = \"uniform\" }], shape = \"size\" }"));
  CHECK_THAT(opencl("__global wide *q",
                    "typedef float real; typedef struct { real x[3]; float4 v; } wide; ")
                 .text,
             contains("{ name = \"x\", type = \"float\", shape = 3, fill = \"uniform\" }, { name = "
                      "\"v\", type = \"float4\", fill = \"uniform\" }"));
  CHECK_THAT(
      opencl_scenario("typedef struct { float x[2]; } wide; __kernel void k(__global wide *q) "
                      "{ q[get_global_id(0)].x[1] = 1; }")
          .text,
      contains("{ name = \"x\", type = \"float\", shape = 2 }], shape = \"size\", output = true"));
  CHECK_THAT(opencl("__global odd *q", "typedef struct { float *x; } odd; ").text,
             contains("arrays.q = { type = \"unsigned char\", shape = \"size\"") &&
                 contains("struct 'odd'") && contains("name its members"));
  CHECK_THAT(opencl("__global threes *q", "typedef struct { float3 x[2]; } threes; ").text,
             contains("arrays.q = { type = \"unsigned char\", shape = \"32 * (size)\""));
  CHECK_THAT(
      opencl_scenario(pair + "__kernel void k(__global pair *p) { p[get_global_id(0)].k = 1; }")
          .text,
      contains("arrays.p = { struct = [{ name = \"x\", type = \"float\" }, { name = \"k\", type = "
               "\"int\" }], shape = \"size\", output = true }"));
  CHECK_THAT(opencl("__global const half *q").text, contains("arrays.q = { type = \"half\""));
  CHECK_THAT(opencl("__global const float4 *q").text,
             contains("arrays.q = { type = \"float4\", shape = \"size\""));
  CHECK_THAT(opencl("__global const float3 *q").text, contains("shape = \"4 * ("));
}
