// Tests that a scenario written by assay init can be tuned as it is, for all kinds of kernels.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace {

const std::string stencil = R"(/* Five points, one sweep. */
#ifndef BLOCK_X
#define BLOCK_X 16
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 4
#endif
#define RADIUS 1
__kernel __attribute__((reqd_work_group_size(BLOCK_X, BLOCK_Y, 1)))
void stencil(__global const float* restrict in,  // old
             __global float* restrict out,
             const int width, const int height, float weight)
{
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float s = in[y * width + x];
  if (x >= RADIUS && y >= RADIUS && x < width - RADIUS && y < height - RADIUS)
    s += weight * (in[y * width + x - 1] - s);
  out[y * width + x] = s;
}
)";

const std::string forces = R"(
typedef float real;
__kernel void forces(__global const float4 *bodies, __global float4 *acc, int n, real eps) {
  int i = get_global_id(0);
  if (i >= n) return;
  float4 me = bodies[i], sum = (float4)(0);
#if UNROLL > 1
  #pragma unroll UNROLL
#endif
  for (int j = 0; j < n; ++j) sum += (bodies[j] - me) * eps;
  acc[i] = sum;
}
__kernel void advance(__global float4 *bodies, __global const float4 *acc, int n) {
  int i = get_global_id(0);
  if (i < n) bodies[i] += acc[i];
}
)";

const std::string reduction = R"(
kernel void sums(global const float *data, global float *partial, local float *mine) {
  const int l = get_local_id(0);
  mine[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < (int)get_local_size(0); ++k) sum += mine[k];
  partial[get_global_id(0)] = sum > INFINITY ? 0 : data[get_global_id(0)];
}
)";

const std::string add = R"(
__kernel void vector_add(__global float *c, __global const float *a, __global const float *b,
                         const int n) {
  const int begin = get_global_id(0) * work_per_item;
  for (int k = begin; k < min(begin + work_per_item, n); ++k) c[k] = a[k] + b[k];
}
)";

const std::string swarm = R"(
typedef float real;
struct particle { float4 position; real velocity[3]; int id; };
__kernel void swarm(__global const struct particle *old, __global struct particle *next, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  next[i].position = old[i].position + (float4)(1, 2, 3, 4);
  for (int k = 0; k < 3; ++k) next[i].velocity[k] = old[i].velocity[k] / 2;
  next[i].id = old[i].id;
}
)";

constexpr const char* quick_search = " --trials 3 --search-seconds 3";

}  // namespace

TEST_CASE("what init writes for real kernels runs as it is", "[computes]") {
  const CommandLine line;
  assay::test::require_opencl();
  for (const auto& [name, source, options] :
       {std::tuple{"stencil", stencil, ""}, std::tuple{"bodies", forces, " --function forces"},
        std::tuple{"bodies", forces, " --function advance --force"},
        std::tuple{"sums", reduction, ""}, std::tuple{"vector_add", add, ""},
        std::tuple{"swarm", swarm, ""}}) {
    const std::string file = name;
    line.write(file + ".cl", source);
    const Outcome written = line.run("init " + file + ".cl" + options);
    INFO(written.err);
    REQUIRE(written.exit_code == 0);
    // A user fills in the sizes; the small ones written here keep this test quick.
    std::string text = contents(line.folder() / (file + ".toml"));
    INFO(text);
    line.write(file + ".toml", text +
                                   "[sampling]\nmax_samples = 10\nmax_seconds = 0.1\n"
                                   "[finals]\nrounds = 1\nconfigurations = 1\n");
    const Outcome tuned = line.run("tune " + file + ".toml" + quick_search);
    INFO(tuned.err);
    CHECK(tuned.exit_code == 4);  // a user also fills in the reference
    CHECK_THAT(tuned.out, contains("best configuration"));
  }
}

TEST_CASE("init writes over nothing, and says what it needs") {
  const CommandLine line;
  line.write("bodies.cl", forces);
  const Outcome several = line.run("init bodies.cl");
  CHECK(several.exit_code == 2);
  CHECK_THAT(several.err, contains("forces, advance") && contains("--function"));
  const Outcome misspelt = line.run("init bodies.cl --function advanc");
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.err, contains("did you mean 'advance'"));
  CHECK(line.run("init bodies.cl --function advance").exit_code == 0);
  line.write("bodies.toml", "precious");
  const Outcome again = line.run("init bodies.cl --function advance");
  CHECK(again.exit_code == 2);
  CHECK_THAT(again.err, contains("--force"));
  CHECK(contents(line.folder() / "bodies.toml") == "precious");
  CHECK(line.run("init bodies.cl --function advance --force").exit_code == 0);
  CHECK(contents(line.folder() / "bodies.toml") != "precious");
  CHECK(line.run("init missing.cl").exit_code == 3);
  CHECK(line.run("init bodies.toml").exit_code == 2);
  line.write("nothing.cl", "int f(int x) { return x; }");
  const Outcome nothing = line.run("init nothing.cl");
  CHECK(nothing.exit_code == 2);
  CHECK_THAT(nothing.err, contains("no kernel found"));
}
