// Tests of scenarios with kernels in files, as a user writes them, tuned on the available OpenCL
// device.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

const std::string saxpy = R"(
#ifndef UNROLL
#define UNROLL 1
#endif
__kernel void saxpy(__global const float *x, __global float *y, float a, int n) {
  for (int k = 0; k < UNROLL; ++k) {
    const int i = get_global_id(0) * UNROLL + k;
    if (i < n) y[i] = a * x[i];
  }
}
)";

const std::string problem = R"(
[problem]
name = "test/saxpy"
arguments = { n = 1000, a = 2.0 }
arrays.x = { type = "float", shape = "n", fill = "uniform", low = -1 }
arrays.y = { type = "float", shape = "n", output = true }
flops = "n"
bytes = "8 * n"
)";

const std::string kernel = R"~(
[[kernel]]
source = "saxpy.cl"
arguments = ["x", "y", { float = "a" }, { int = "n" }]
local = "group"
grid = "ceil_div(n, group * UNROLL)"
parameters.group = [32, 64]
parameters.UNROLL = { values = [1, 2, 3], default = 2 }
)~";

Outcome tune(const CommandLine& line, const std::string& text, const std::string& options = "") {
  line.write("saxpy.toml", text);
  return line.run("tune saxpy.toml" + options);
}

}  // namespace

TEST_CASE("a kernel in a file is tuned, verified, stored, resumed, listed and run by name") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", saxpy);
  const std::string named = "reference = { kernel = \"saxpy.opencl\" }\n";
  const Outcome tuned = tune(line, problem + named + kernel + few_samples);
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("6 of 6 configurations") && contains("competes itself"));
  CHECK_THAT(tuned.out, contains("saxpy.opencl") && contains("of floor"));

  const Outcome again = line.run("tune saxpy.toml");
  CHECK_THAT(again.err, contains("(6 recorded before)"));

  // Added values of a parameter are further configurations of the same kernel.
  line.write("saxpy.toml",
             with(problem + named + kernel + few_samples, "[32, 64]", "[32, 64, 128]"));
  CHECK_THAT(line.run("tune saxpy.toml").err,
             contains("9 of 9") && contains("(6 recorded before)"));

  // An edited kernel is a new build without recorded trials.
  line.write("saxpy.cl", with(saxpy, "a * x[i]", "x[i] * a"));
  const Outcome edited = line.run("tune saxpy.toml");
  CHECK_THAT(edited.err, contains("9 of 9") && !contains("recorded before"));

  const Outcome listed = line.run("list saxpy --scenario saxpy.toml");
  CHECK_THAT(listed.out, contains("problem test/saxpy") && contains("variant saxpy.opencl") &&
                             contains("UNROLL") && contains("float[n]") &&
                             contains("valid configurations") && contains(": 9 configurations"));
  const Outcome run = line.run("run test/saxpy saxpy.opencl --scenario saxpy.toml -s UNROLL=3");
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, contains("UNROLL=3"));
  CHECK(line.run("compare").exit_code == 0);
}

TEST_CASE("what the compiler says of a configuration excludes it before it runs") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", with(saxpy, "  for (int k",
                              "  __local float own[group];\n"
                              "  own[get_local_id(0)] = a;\n  a = own[get_local_id(0)];\n"
                              "  for (int k"));
  const std::string constraint = "constraints = \"static_local_bytes <= 160\"\n";
  const Outcome tuned = tune(line, problem + kernel + constraint + few_samples);
  INFO(tuned.out + tuned.err);
  CHECK_THAT(tuned.out + tuned.err,
             contains("'static_local_bytes <= 160' does not hold for 'saxpy': "
                      "static_local_bytes = 256") &&
                 contains("saxpy.toml:17:15") && contains("3 unsupported"));
  const Outcome unknown = tune(
      line, problem + kernel + with(constraint, "static_local_bytes", "registers") + few_samples);
  CHECK_THAT(unknown.out + unknown.err, contains("'registers' of its compiled code is not known"));
  CHECK(unknown.exit_code != 0);
}

TEST_CASE(
    "without a reference results only agree, which is inconclusive until somebody names one") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", saxpy);
  const Outcome tuned = tune(line, problem + kernel + few_samples);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 4);
  CHECK_THAT(tuned.err, contains("no reference is named") &&
                            contains("not verified: saxpy.opencl agrees with saxpy.opencl") &&
                            contains("competes = false"));
  CHECK_THAT(tuned.out, contains("a result, which agrees with its own defaults") &&
                            !contains("verified result"));
  CHECK(line.run("run test/saxpy saxpy.opencl --scenario saxpy.toml -s UNROLL=3").exit_code == 4);
  CHECK_THAT(line.run("list saxpy --scenario saxpy.toml").out,
             contains("agree with those of saxpy.opencl at its defaults"));
  CHECK(line.run("compare").exit_code == 0);  // which only reports what is recorded
  CHECK_THAT(line.run("export --instance 1").out,
             contains("agrees with saxpy.opencl; not verified against a reference"));

  line.write("plain.cl", saxpy);
  const std::string plain =
      with(with(kernel, "source", "name = \"plain\"\nsource"), "saxpy.cl", "plain.cl") +
      "competes = false\n";
  const Outcome verified =
      tune(line, problem + "reference = { kernel = \"plain\" }\n" + kernel + plain + few_samples);
  INFO(verified.err);
  CHECK(verified.exit_code == 0);
  CHECK_THAT(verified.out, contains("alone has a verified result"));
}

TEST_CASE("kernels compete; one that is wrong, or writes out of bounds, is told and never ranked") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", saxpy);
  line.write("wrong.cl", with(saxpy, "a * x[i]", "a * x[i] + (i == 999)"));
  line.write("beyond.cl", with(saxpy, "if (i < n) y[i] = a * x[i]", "y[i] = i < n ? a * x[i] : 7"));
  line.write("lazy.cl", with(saxpy, "if (i < n)", "if (i < n - 1)"));
  std::string all = problem + kernel;
  for (const char* name : {"wrong", "beyond", "lazy"}) {
    all += with(with(kernel, "saxpy.cl", std::string(name) + ".cl"), "source",
                std::string("name = \"") + name + ".opencl\"\nsource");
  }
  const Outcome tuned = tune(line, all + few_samples);
  INFO(tuned.err << tuned.out);
  CHECK_THAT(tuned.err, contains("wrong-output") && contains("out-of-bounds"));
  const auto compared = line.run("compare --json").json();
  for (const auto& entry : compared.at("machines").at(0).at("instances").at(0).at("entries")) {
    const std::string name = entry.at("label");
    CAPTURE(name);
    CHECK(entry.at("best").is_null() == (name != "saxpy.opencl"));
  }
}

TEST_CASE(
    "whatever a kernel writes beyond its array is found, copies of what lies there included") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", saxpy);
  for (const char* beyond :
       {"y[i] = a * x[i]", "y[i] = i < n ? a * x[i] : x[i]", "y[i] = i < n ? a * x[i] : y[i] * 2",
        "y[i] = i < n ? a * x[i] : y[i - 2000]",
        "if (i < n) y[i] = a * x[i]; if (i == 0) y[n + 5000] = 1",
        "if (i < n) y[i] = a * x[i]; if (i == 0) y[-10000] = y[n]"}) {
    CAPTURE(beyond);
    line.write("beyond.cl", with(saxpy, "if (i < n) y[i] = a * x[i]", beyond));
    const Outcome tuned =
        tune(line, with(problem, "flops", "reference = { kernel = \"saxpy.opencl\" }\nflops") +
                       with(kernel, "[[kernel]]", "[[kernel]]\ncompetes = false") +
                       with(with(kernel, "saxpy.cl", "beyond.cl"), "source",
                            "name = \"beyond.opencl\"\nsource") +
                       few_samples);
    INFO(tuned.err);
    CHECK(tuned.exit_code == 1);
    CHECK_THAT(tuned.err, contains("out-of-bounds") && !contains("best "));
  }
}

TEST_CASE("a kernel that writes into an input is refused, with the cure, which works") {
  const CommandLine line;
  require_opencl();
  // Each block of 512 is sorted in place and then copied: a second run has nothing left to sort.
  line.write("sort.cl", R"(
__kernel void sort(__global float *y, __global float *x, int n) {
  const int from = get_global_id(0) * 512;
  const int to = min(from + 512, n);
  for (int i = from + 1; i < to; ++i) {
    const float value = x[i];
    int j = i - 1;
    for (; j >= from && x[j] > value; --j) x[j + 1] = x[j];
    x[j + 1] = value;
  }
  for (int i = from; i < to; ++i) y[i] = x[i];
}
)");
  const std::string sorting = R"~(
[[kernel]]
source = "sort.cl"
arguments = ["y", "x", { int = "n" }]
global = "ceil_div(n, 512)"
parameters.block_size_x = [1, 4]
)~";
  const Outcome refused = tune(line, problem + sorting + few_samples);
  INFO(refused.err << refused.out);
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, contains("2 input-changed") && !contains("best "));
  CHECK_THAT(refused.out, contains("input 'x' was written to") && contains("output = true"));
  const Outcome restored =
      tune(line, with(problem, "low = -1", "low = -1, output = true") + sorting + few_samples);
  INFO(restored.err << restored.out);
  CHECK_THAT(restored.err, contains("best ") && !contains("input-changed"));
}

TEST_CASE("a kernel that is wrong where it works in place is wrong, and changes no input") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", with(saxpy, "y[i] = a", "y[i] += a"));
  line.write("wrong.cl", with(saxpy, "y[i] = a * x[i]", "y[i] += a * x[i] + (i == 999)"));
  const Outcome tuned = tune(
      line,
      with(problem, "output = true", "output = true, fill = \"index\"") +
          with(kernel, "[[kernel]]", "[[kernel]]\ncompetes = false") +
          with(with(kernel, "saxpy.cl", "wrong.cl"), "source", "name = \"wrong.opencl\"\nsource") +
          few_samples);
  INFO(tuned.err);
  CHECK_THAT(tuned.err, contains("wrong-output") && !contains("input-changed"));
}

TEST_CASE("arrays that are read and written are restored before each repetition") {
  const CommandLine line;
  require_opencl();
  line.write("saxpy.cl", with(saxpy, "y[i] = a", "y[i] += a"));
  const Outcome tuned =
      tune(line, with(problem, "output = true", "output = true, fill = \"index\"") + kernel +
                     few_samples);
  INFO(tuned.err);
  CHECK(tuned.exit_code == 4);  // no reference is named
  CHECK_THAT(tuned.err, contains("6 of 6") && !contains("failed"));
}

TEST_CASE("sizes, scalars, defines, local memory and conditional parameters reach the kernel") {
  const CommandLine line;
  require_opencl();
  std::filesystem::create_directories(line.folder() / "part");
  line.write("part/helper.h", "#define TWICE(v) (2 * (v))\n");
  line.write("sum.cl", R"(
#include "part/helper.h"
__kernel void sum(__global const int *x, __local int *scratch, __global long *out, double factor) {
  const int l = get_local_id(0) + get_local_id(1) * WIDTH;
  scratch[l] = x[get_group_id(0) * COUNT + l] * (STAGED ? STAGES : 1) / (STAGED ? STAGES : 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    long total = 0;
    for (int k = 0; k < COUNT; ++k) total += scratch[k];
    out[get_group_id(0)] = TWICE(total) * factor;
  }
}
)");
  // The expected sums come from a file that another tool might have written.
  const Outcome tuned = tune(line, R"(
[[problem]]
name = "sum"
arguments = { groups = 4, width = 8 }
arrays.x = { type = "int", shape = ["groups", "width * 2"], fill = "index" }
arrays.out = { type = "long", shape = "groups", output = true }
reference = { command = "sh expected.sh {out} {groups} {x}" }
[[kernel]]
source = "sum.cl"
arguments = ["x", { local = "4 * 2 * width" }, "out", { double = 1.0 }]
local = ["width", 2]
grid = ["groups", 1]
defines = { WIDTH = "width", COUNT = "2 * width" }
parameters.STAGED = [false, true]
parameters.STAGES = { values = [1, 2, 4], condition = "STAGED" }
constraints = ["STAGES != 4 or width > 4"]
)" + few_samples,
                             " --trust");
  INFO(tuned.err);
  CHECK(tuned.exit_code == 3);
  CHECK_THAT(tuned.err, contains("saxpy.toml:7:") && contains("ended with exit code") &&
                            contains("expected.sh"));
  line.write("expected.sh", R"(
test -s "$3" || exit 7
{
  printf '\223NUMPY\001\000\166\000'
  printf '%-117s\n' "{'descr': '<i8', 'fortran_order': False, 'shape': ($2,), }"
  for sum in 240 752 1264 1776; do
    printf "\\$(printf %o $((sum % 256)))\\$(printf %o $((sum / 256)))\\0\\0\\0\\0\\0\\0"
  done
} > "$1"
)");
  const Outcome retuned = line.run("tune saxpy.toml");
  INFO(retuned.err);
  CHECK(retuned.exit_code == 0);
  CHECK_THAT(retuned.err, contains("4 of 4 configurations") && !contains("failed"));
}
