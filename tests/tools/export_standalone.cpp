// Tests of exported programs: they are compiled and run as a user would, and their outputs compared
// with what the kernel is to compute.
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/exported.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::kept;
using assay::test::Outcome;
using assay::test::require_opencl;
using assay::test::run_exported;

namespace {

constexpr int size = 60;  // not a multiple of the groups

// Everything that an exported program carries over: an included file, constants, options, a struct,
// a vector, a number of each kind, local memory, several launches, loops of both kinds, arrays that
// take turns, arrays of the kernel's own, and arrays that are written and filled.
const std::string included = R"(
typedef struct { int shift; float4 weights; short small; } Setting;
typedef struct { char key; float4 numbers; ushort more[3]; } Element;
)";
const std::string many_source = R"(
#include "setting.h"
__kernel void spread(__global const Element *e, __global float *spread) {
  const int i = get_global_id(0);
  if (i < 60) spread[i] = e[i].key + e[i].numbers.w + e[i].more[1];
}
__kernel void scale(__global const float *x, __global const short *h, __global float *y,
                    const Setting s, __local float *tile, float f, int n, char c, uchar uc,
                    short sh, ushort us, uint ui, long l, ulong ul, float2 v) {
  const int i = get_global_id(0);
  tile[get_local_id(0)] = i < n ? x[i] : 0;  // quotes: """ and a backslash: \n
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    y[i] = FACTOR * f * tile[get_local_id(0)] + s.shift + s.weights.z + s.small + h[i] + c + uc +
           sh + us + ui + l + ul + v.y + OPTION;
  }
}
__kernel void grow(__global int *a, __global int *done, int n) {
  if (get_global_id(0) < n) a[get_global_id(0)] *= 2;
  if (get_global_id(0) == 0 && a[0] >= 100) done[0] = 1;
}
__kernel void shift(__global const int *from, __global int *to, int n, int r) {
  if (get_global_id(0) < n) to[get_global_id(0)] = from[(get_global_id(0) + 1) % n] + r;
}
)";
const std::string many_scenario = R"~(
[problem]
name = "many"
arguments = { n = 60 }
arrays.x = { type = "float", shape = "n", fill = "index", step = 0.5 }
arrays.h = { type = "short", shape = "n", fill = "index", start = -3 }
arrays.y = { type = "float", shape = "n", output = true }
arrays.a = { type = "int", shape = "n", output = true, fill = 1 }
arrays.b = { type = "int", shape = ["n // 2", 2], output = true, fill = "index" }
arrays.e = { struct = [{ name = "key", type = "char", fill = -4 },
  { name = "numbers", type = "float4", fill = "index" },
  { name = "more", type = "ushort", shape = 3, fill = "index", start = 7 }], shape = "n" }
arrays.spread = { type = "float", shape = "n", output = true }
[[kernel]]
source = "many.cl"
name = "many"
local = "group"
global = "n"
parameters.group = [16, 32]
defines.FACTOR = "n // 30"
options = "-DOPTION={group}-{group}+1"
scratch.done = { type = "int", shape = 1, fill = "zeros" }
scratch.other = { type = "int", shape = "n" }
launches = [
  { function = "spread", arguments = ["e", "spread"] },
  { function = "scale", arguments = ["x", "h", "y",
    { struct = [{ int = "n" }, { float4 = [0, 1, 0.25, 2] }, { short = -7 }] },
    { local = "4 * group" }, { float = 0.5 }, { int = "n" }, { char = -1 }, { uchar = 255 },
    { short = -300 }, { ushort = 65535 }, { uint = 70000 }, { long = -5 }, { ulong = 6 },
    { float2 = [1, 2.5] }] },
  { repeat = 1000, until = "done", launches = [
    { function = "grow", arguments = ["a", "done", { int = "n" }] }] },
  { repeat = 5, index = "r", launches = [
    { function = "shift", when = "n > 1", arguments = [
      { cycle = ["b", "other"], at = "r" }, { cycle = ["b", "other"], at = "r + 1" },
      { int = "n" }, { int = "r" }] }] },
  { function = "shift", arguments = ["other", "b", { int = "n" }, { int = 100 }] },
]
)~";

// Tunes the scenario, whose results agree with themselves.
void tune(const CommandLine& line, const std::string& text = many_scenario) {
  require_opencl();
  line.write("setting.h", included);
  line.write("many.cl", many_source);
  line.write("many.toml", text + few_samples);
  const Outcome tuned = line.run("tune many.toml");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 4);
}

void check_outputs(const CommandLine& line) {
  std::vector<float> y;
  std::vector<std::int32_t> b;
  std::vector<float> spread;
  for (int i = 0; i < size; ++i) {
    spread.push_back(static_cast<float>(-4 + (4 * i + 3) + (7 + 3 * i + 1)));
    const double x = 0.5 * i;
    y.push_back(static_cast<float>(2 * 0.5 * x + size + 0.25 - 7 + (i - 3) - 1 + 255 - 300 + 65535 +
                                   70000 - 5 + 6 + 2.5 + 1));
    b.push_back((i + 6) % size + 0 + 1 + 2 + 3 + 4 + 100);
  }
  CHECK(kept<float>(line, "y") == y);
  CHECK(kept<std::int32_t>(line, "a") == std::vector<std::int32_t>(size, 128));
  CHECK(kept<std::int32_t>(line, "b") == b);
  CHECK(kept<float>(line, "spread") == spread);
}

}  // namespace

TEST_CASE("an exported program in C++ compiles without warnings and computes the same") {
  const CommandLine line;
  tune(line);
  const Outcome exported = line.run("export many.toml --instance 1 --output best.cpp");
  INFO(exported.err);
  REQUIRE(exported.exit_code == 0);
  const std::string program = contents(line.folder() / "best.cpp");
  CHECK_THAT(program, contains("// The best configuration of many for many, by assay ") &&
                          contains("// measured ") && contains("// 4 * group"));
  CHECK_THAT(run_exported(line), contains("a: 128 128 128 128 ...") && contains("median "));
  check_outputs(line);
}

TEST_CASE("an exported program in Python is one, with the sizes and values that were measured") {
  const CommandLine line;
  tune(line, with(many_scenario, "[16, 32]", "[16]"));
  REQUIRE(line.run("export many.toml --instance 1 --output best.py").exit_code == 0);
  const std::string program = contents(line.folder() / "best.py");
  // The struct's members are where C has them, and quotes in the source end nothing.
  for (const std::string part :
       {"SOURCE = r'''\n", "    \"group\": \"16\",\n", "OPTIONS = [\"-DOPTION=16-16+1\"]\n",
        "arrays[\"b\"] = np.arange(60).reshape((30, 2)).astype(np.int32)  # [n // 2, 2], output",
        "queue, (64,), (16,),\n", "struct.pack(\"<i12x4fh14x\", 60, 0, 1, 0.25, 2, -7),",
        "struct.pack(\"<2f\", 1, 2.5),", "cl.LocalMemory(64),", "np.int64(-5),", "np.uint8(255),",
        "for _ in range(1000):\n", "if first_element(queue, on_device[\"done\"], np.int32) != 0:\n",
        "RESTORED = [\"a\", \"done\", \"b\"]"}) {
    CHECK_THAT(program, contains(part));
  }
  if (line.run("--version", "python3").exit_code != 0) return;
  const Outcome compiled = line.run("-m py_compile best.py", "python3");
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
}

TEST_CASE("a program is exported only of the scenario that was measured") {
  const CommandLine line;
  tune(line);
  const Outcome unnamed = line.run("export --instance 1 --output best.py");
  CHECK(unnamed.exit_code == 2);
  CHECK_THAT(unnamed.err, contains("assay export FILE.toml"));
  line.write("setting.h", included + "/* edited */\n");
  const Outcome edited = line.run("export many.toml --instance 1 --output best.py");
  CHECK(edited.exit_code == 2);
  CHECK_THAT(edited.err, contains("many.toml:") && contains("'many' is not what was measured") &&
                             contains("run assay tune again"));
  CHECK_FALSE(std::filesystem::exists(line.folder() / "best.py"));
}

TEST_CASE("launches that differ too often are refused, with their place") {
  const CommandLine line;
  tune(line, with(many_scenario, "{ repeat = 5, index = \"r\"", "{ repeat = 1001, index = \"r\""));
  const Outcome exported = line.run("export many.toml --instance 1 --output best.cpp");
  CHECK(exported.exit_code == 2);
  CHECK_THAT(exported.err, contains("many.toml:") && contains("more than 300 launches"));
}
