// Tests of kernels in files that take more than one launch of plain arguments, tuned on the
// available OpenCL device.
#include <filesystem>

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

// The kernels of `plain`, a file of their own, have none of the constants of `source`.
Outcome tuned_by(const CommandLine& line, const std::string& source, const std::string& plain,
                 const std::string& scenario) {
  require_opencl();
  line.write("k.cl", source);
  line.write("plain.cl", plain);
  line.write("k.toml", scenario + few_samples);
  return line.run("tune k.toml");
}

const std::string sum_source = R"(
__kernel void partial(__global const int *x, __global int *part, int n) {
  int sum = 0;
  for (int i = get_global_id(0); i < n; i += items) sum += x[i];
  part[get_global_id(0)] = sum;
}
__kernel void total(__global const int *part, __global int *sum, int count) {
  int s = 0;
  for (int i = 0; i < count; ++i) s += part[i];
  sum[0] = s;
}
)";

const std::string sum_plain = R"(
__kernel void plain(__global const int *x, __global int *sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += x[i];
  sum[0] = s;
}
)";

const std::string sum_scenario = R"~(
[problem]
name = "sum"
arguments = { n = 1000 }
arrays.x = { type = "int", shape = "n", fill = "uniform" }
arrays.sum = { type = "int", shape = 1, output = true }
reference = { kernel = "plain.opencl" }
[[kernel]]
source = "k.cl"
name = "two-step"
scratch.part = { type = "int", shape = "items" }
parameters.group = [16, 32]
parameters.items = [64, 128]
launches = [
  { function = "partial", arguments = ["x", "part", { int = "n" }], local = "group", global = "items" },
  { function = "total", arguments = ["part", "sum", { int = "items" }], local = 1, global = 1 },
]
[[kernel]]
source = "plain.cl"
function = "plain"
arguments = ["x", "sum", { int = "n" }]
local = 1
global = 1
competes = false
)~";

// One function that both launches call: it adds up in `blocks` groups.
const std::string blocks_source = R"(
__kernel void sum(__global const int *x, __global int *sums, int n) {
  __local int part[group];
  int s = 0;
  for (int i = get_global_id(0); i < n; i += group * blocks) s += x[i];
  part[get_local_id(0)] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  s = 0;
  for (int i = 0; i < group; ++i) s += part[i];
  sums[get_group_id(0)] = s;
}
)";

const std::string blocks_scenario = sum_scenario.substr(0, sum_scenario.find("[[kernel]]")) + R"~(
[[kernel]]
source = "k.cl"
name = "two-step"
scratch.part = { type = "int", shape = "blocks" }
parameters.group = [16, 32]
parameters.last = [64, 8]
parameters.blocks = [64, 4]
defines.whole = "group * blocks"
launches = [
  { function = "sum", arguments = ["x", "part", { int = "n" }], local = "group", global = "whole" },
  { function = "sum", arguments = ["part", "sum", { int = "blocks" }], local = "last", grid = 1, defines = { group = "last", blocks = 1 } },
]
)~" + sum_scenario.substr(sum_scenario.rfind("[[kernel]]"));

}  // namespace

TEST_CASE("two launches and a scratch array between them are one trial, verified") {
  const CommandLine line;
  const Outcome tuned = tuned_by(line, sum_source, sum_plain, sum_scenario);
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("4 of 4 configurations"));
}

TEST_CASE("a second launch that is wrong is found out") {
  const CommandLine line;
  const Outcome tuned =
      tuned_by(line, sum_source, sum_plain,
               with(sum_scenario, "{ int = \"items\" }", "{ int = \"items - 1\" }"));
  CHECK(tuned.exit_code != 0);
  CHECK_THAT(tuned.err + tuned.out, contains("4 wrong-output"));
}

TEST_CASE("groups beyond the device are left out for every launch, as far as it takes place") {
  const CommandLine line;
  const std::string large = with(sum_scenario, "[16, 32]", "[16, 1048576]");
  const Outcome tuned = tuned_by(line, sum_source, sum_plain, large);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
}

TEST_CASE("loops run to their end or until a flag is set, and arrays take turns") {
  const CommandLine line;
  const std::string source = R"(
__kernel void grow(__global int *a, __global int *done) {
  a[get_global_id(0)] *= 2;
  if (get_global_id(0) == 0 && a[0] >= 100) done[0] = 1;
}
__kernel void shift(__global const int *from, __global int *to, int n, int r) {
  to[get_global_id(0)] = from[(get_global_id(0) + 1) % n] + r;
}
)";
  const std::string plain = R"(
__kernel void plain(__global int *a, __global int *b, int n) {
  const int i = get_global_id(0);
  a[i] = 128;
  b[i] = (i + 4) % n + 6;
}
)";
  const Outcome tuned = tuned_by(line, source, plain, R"~(
[problem]
name = "loops"
arguments = { n = 64 }
arrays.a = { type = "int", shape = "n", output = true, fill = 1 }
arrays.b = { type = "int", shape = "n", output = true, fill = "index" }
reference = { kernel = "plain.opencl" }
[[kernel]]
source = "k.cl"
name = "loops"
local = "group"
global = "n"
parameters.group = [16, 32]
scratch.done = { type = "int", shape = 1, fill = "zeros" }
scratch.other = { type = "int", shape = "n" }
launches = [
  { repeat = 1000, until = "done", launches = [{ function = "grow", arguments = ["a", "done"] }] },
  { repeat = 4, index = "r", launches = [
    { function = "shift", arguments = [
      { cycle = ["b", "other"], at = "r" }, { cycle = ["b", "other"], at = "r + 1" },
      { int = "n" }, { int = "r" }] },
  ] },
]
[[kernel]]
source = "plain.cl"
function = "plain"
arguments = ["a", "b", { int = "n" }]
local = 16
global = "n"
competes = false
)~");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
}

TEST_CASE("structs and vectors by value, and options that name parameters") {
  const CommandLine line;
  const std::string source = R"(
typedef struct { char k; float s; } scaling;
__kernel void scale(__global float4 *y, scaling p, float4 shift) {
  y[get_global_id(0)] = (float4)(p.k * p.s) * FACTOR / FACTOR + shift * SAME;
}
)";
  const std::string plain = R"(
__kernel void plain(__global float *y) {
  y[get_global_id(0)] = 6 + get_global_id(0) % 4;
}
)";
  const Outcome tuned = tuned_by(line, source, plain, R"~(
[problem]
name = "values"
arguments = { n = 64 }
arrays.y = { type = "float4", shape = "n", output = true }
reference = { kernel = "plain.opencl" }
[[kernel]]
source = "k.cl"
function = "scale"
arguments = ["y", { struct = [{ char = 3 }, { float = "group / group * 2" }] }, { float4 = [0, 1, 2, "n // 20"] }]
local = "group"
global = "n"
options = "-DFACTOR={group} -DSAME=1"
parameters.group = [16, 32]
[[kernel]]
source = "plain.cl"
function = "plain"
arguments = ["y"]
local = 16
global = "4 * n"
competes = false
)~");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
}

namespace {

const std::string double_plain = R"(
__kernel void plain(__global int *y) { y[get_global_id(0)] = 2 * get_global_id(0); }
)";

// A scenario of one kernel that doubles its numbers, with `source` and what else the kernel says.
std::string double_scenario(const std::string& keys) {
  return R"~(
[problem]
name = "double"
arguments = { n = 64 }
arrays.y = { type = "int", shape = "n", output = true }
reference = { kernel = "plain.opencl" }
[[kernel]]
function = "twice"
arguments = ["y"]
local = "group"
global = "n"
parameters.group = [16, 32]
)~" + keys +
         R"~(
[[kernel]]
source = "plain.cl"
function = "plain"
arguments = ["y"]
local = 16
global = "n"
competes = false
)~";
}

}  // namespace

TEST_CASE("sources are several files, with headers from folders of their own") {
  const CommandLine line;
  require_opencl();
  std::filesystem::create_directories(line.folder() / "common/deep");
  line.write("common/twice.h", "#include \"deep/more.h\"\n");
  line.write("common/deep/more.h", "#include \"most.h\"\n");
  line.write("common/deep/most.h", "int two(int x) { return 2 * x; }\n");
  line.write("first.cl", "#include \"twice.h\"\nint helper(int x) { return two(x); }\n");
  const Outcome tuned = tuned_by(
      line,
      "__kernel void twice(__global int *y) { y[get_global_id(0)] = helper(get_global_id(0)); }\n",
      double_plain,
      double_scenario("source = [\"first.cl\", \"k.cl\"]\ninclude_folders = \"common\"\n"));
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
}

TEST_CASE("a command prints the source of each configuration, once somebody has agreed to it") {
  const CommandLine line;
  const std::string scenario = double_scenario(
      "source = { command = \"sed s/GROUP/{group}/ k.cl\", file = \"twice.cl\" }\n");
  const std::string source =
      "__kernel void twice(__global int *y) {\n"
      "  y[get_global_id(0)] = GROUP == get_local_size(0) ? 2 * get_global_id(0) : 0;\n}\n";
  const Outcome refused = tuned_by(line, source, double_plain, scenario);
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("source.command of twice.opencl: sed s/GROUP/{group}/ k.cl"));
  const Outcome tuned = line.run("tune k.toml --trust");
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
  line.write("k.toml", with(scenario, "sed s", "echo sad; sed_ s") + few_samples);
  const Outcome failed = line.run("tune k.toml --trust");
  CHECK(failed.exit_code != 0);
  CHECK_THAT(failed.err + failed.out, contains("sed_") && contains("exit code 127"));
}

TEST_CASE("a launch may compile with constants of its own") {
  const CommandLine line;
  const Outcome tuned = tuned_by(line, blocks_source, sum_plain, blocks_scenario);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("8 of 8 configurations"));
  // With the constants of the first launch the second leaves out elements, or adds up too many.
  const Outcome same = tuned_by(line, blocks_source, sum_plain,
                                with(blocks_scenario, "group = \"last\", blocks = 1", "more = 1"));
  CHECK_THAT(same.err, contains("wrong-output") || contains("out-of-bounds"));
  const Outcome header = line.run("export k.toml --instance 1");
  CHECK_THAT(header.err, contains("two-step") && contains("'defines' of their own"));
}
