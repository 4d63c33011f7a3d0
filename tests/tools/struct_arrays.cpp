// Tests of arrays of structs in a scenario's kernel files: filled, compared and kept by member.
#include <cstring>

#include "framework/kernel_file/npy.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::few_samples;
using assay::test::Outcome;

namespace {

// FAULT: 1 a wrong member, 2 a member that is not written, 3 other bytes between the members, 4 a
// member that is off by a thousandth.
const std::string move_kernel = R"(typedef struct { float4 position; int id; } body;
__kernel void move(__global const body *from, __global body *to) {
  const int i = get_global_id(0);
  float4 p = from[i].position + (float4)(1, 2, 3, 4);
  if (FAULT == 4) p *= 1.001f;
  if (FAULT != 2 || i != 17) to[i].position = p;
  to[i].id = FAULT == 1 && i == 17 ? -5 : from[i].id;
  if (FAULT == 3) ((__global int *)&to[i])[6] = i;
}
)";

const std::string move_scenario = R"~([problem]
arguments = { n = 64 }
arrays.from = { struct = [
  { name = "position", type = "float4", fill = "uniform", low = -1 },
  { name = "id", type = "int", fill = "index", start = 100 },
], shape = "n" }
arrays.to = { struct = [
  { name = "position", type = "float4" },
  { name = "id", type = "int" },
], shape = "n", output = true }
reference = { kernel = "plain" }
[[kernel]]
source = "move.cl"
name = "move"
arguments = ["from", "to"]
local = 16
global = "n"
parameters.FAULT = [0, 1, 2, 3, 4]
[[kernel]]
source = "move.cl"
name = "plain"
arguments = ["from", "to"]
local = 16
global = "n"
defines.FAULT = 0
competes = false
)~" + few_samples;

// A struct with padding behind each of its first members.
const std::string mixed_source = R"(struct mixed {
  char c;
  double d;
  short s;
  float v[3];
  unsigned char u;
  long long l;
  _Bool b;
};
_Static_assert(sizeof(struct mixed) == 56, "as this compiler lays it out");
void copy(const struct mixed *x, struct mixed *y, double *sum, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    y[i].v[1] += SHIFT;
    sum[i] = x[i].c + x[i].d + x[i].s + x[i].v[0] + x[i].v[2] + x[i].u + x[i].l + x[i].b;
  }
}
)";

const std::string mixed_members = R"([
  { name = "c", type = "char"FILL },
  { name = "d", type = "double"FILL },
  { name = "s", type = "short"FILL },
  { name = "v", type = "float", shape = 3FILL },
  { name = "u", type = "unsigned char"FILL },
  { name = "l", type = "long"FILL },
  { name = "b", type = "bool"FLAG },
])";

std::string mixed(const std::string& fill, const std::string& flag) {
  std::string members = mixed_members;
  while (members.find("FILL") != std::string::npos) members = with(members, "FILL", fill);
  return with(members, "FLAG", flag);
}

std::string mixed_scenario(const std::string& input, const std::string& more) {
  return "[problem]\narguments = { n = 5 }\narrays.x = " + input +
         "\narrays.y = { struct = " + mixed("", "") +
         ", shape = \"n\", output = true }\n"
         "arrays.sum = { type = \"double\", shape = \"n\", output = true }\n" +
         more + R"(
[[kernel]]
source = "copy.c"
function = "copy"
arguments = ["x", "y", "sum", { int = "n" }]
parameters.SHIFT = [0, 1]
)" + few_samples;
}

std::string filled_mixed() {
  return "{ struct = " + mixed(", fill = \"index\", start = 1", ", fill = 1") + ", shape = \"n\" }";
}

// Five of the structs without padding, as numpy.save writes them of a dtype that is not aligned,
// with the same elements.
std::string packed_mixed() {
  std::string bytes;
  const auto add = [&](auto value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (int k = 0; k < 5; ++k) {
    add(static_cast<char>(1 + k));
    add(1.0 + k);
    add(static_cast<short>(1 + k));
    for (int j = 0; j < 3; ++j) add(static_cast<float>(1 + 3 * k + j));
    add(static_cast<unsigned char>(1 + k));
    add(static_cast<long long>(1 + k));
    add(true);
  }
  return testing::npy_file(
      "{'descr': [('c', '|i1'), ('d', '<f8'), ('s', '<i2'), ('v', '<f4', (3,)), ('u', '|u1'), "
      "('l', '<i8'), ('b', '|b1')], 'fortran_order': False, 'shape': (5,), }",
      bytes);
}

// What the kernel adds up of them.
std::string sums() {
  std::vector<double> values;
  for (int k = 0; k < 5; ++k) values.push_back(5.0 * (1 + k) + 2 * (2 + 3 * k) + 1);
  return testing::npy("<f8", "(5,)", values);
}

struct MixedFolder {
  MixedFolder() {
    line.write("copy.c", mixed_source);
    line.write("packed.npy", packed_mixed());
    line.write("sum.npy", sums());
  }
  [[nodiscard]] Outcome tune(const std::string& text) const {
    line.write("s.toml", text);
    return line.run("tune s.toml --trust");
  }
  CommandLine line;
};

struct MoveFolder {
  MoveFolder() { line.write("move.cl", move_kernel); }
  [[nodiscard]] Outcome tune(const std::string& text) const {
    line.write("s.toml", text);
    return line.run("tune s.toml");
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("members of structs are filled and compared each by itself, on a device") {
  const MoveFolder folder;
  assay::test::require_opencl();
  const Outcome tuned = folder.tune(move_scenario);
  const std::string all = tuned.err + tuned.out;
  INFO(all);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(all, contains("2 wrong-output") && contains("1 not-finite"));
  CHECK_THAT(all, contains("output 'to.position' at [17, ") && contains("(never written)"));

  // A member has a tolerance of its own, and one that is not compared may be anything.
  const std::string one = " run move move -a n=64 --scenario s.toml -s FAULT=";
  const auto run = [&](const std::string& text, const std::string& fault) {
    folder.line.write("s.toml", with(text, "[problem]", "[problem]\nname = \"move\""));
    return folder.line.run(one + fault);
  };
  CHECK_THAT(run(move_scenario, "1").err, contains("output 'to.id' at [17]: got -5, expected 117"));
  CHECK(run(move_scenario, "3").exit_code == 0);
  CHECK(run(move_scenario, "4").exit_code != 0);
  const std::string output = "  { name = \"position\", type = \"float4\" },";
  const std::string loose = with(move_scenario, output, with(output, " }", ", tolerance = 0.01 }"));
  CHECK(run(loose, "4").exit_code == 0);
  CHECK(run(loose, "1").exit_code != 0);
  const std::string ignored = with(move_scenario, "  { name = \"id\", type = \"int\" },",
                                   "  { name = \"id\", type = \"int\", compare = false },");
  CHECK(run(ignored, "1").exit_code == 0);
  CHECK(run(ignored, "2").exit_code != 0);
  // Of a range of structs, all members are compared.
  const auto from = [](int first) {
    return with(move_scenario, "output = true",
                "output = true, compare = { from = " + std::to_string(first) + ", to = \"n\" }");
  };
  CHECK(run(from(18), "1").exit_code == 0);
  CHECK_THAT(run(from(17), "1").err, contains("output 'to.id' at [17]: got -5, expected 117"));
}

TEST_CASE("the judge counts nothing between members as left out") {
  const MoveFolder folder;
  assay::test::require_opencl();
  const auto judged = [&](const std::string& fault) {
    folder.line.write("s.toml", with(move_scenario, "[0, 1, 2, 3, 4]", "[" + fault + "]"));
    return folder.line.run("judge s.toml");
  };
  const Outcome fair = judged("3");
  INFO(fair.out << fair.err);
  CHECK(fair.exit_code == 0);
  const Outcome wrong = judged("1");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.out + wrong.err, contains("wrong: output 'to.id' at [17]"));
}

TEST_CASE("a reference kernel that leaves a member unwritten is refused by the member's name") {
  const MoveFolder folder;
  assay::test::require_opencl();
  const Outcome refused =
      folder.tune(with(move_scenario, "defines.FAULT = 0", "defines.FAULT = 2"));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("never writes element 68 of output 'to.position'") &&
                              contains("{float4 position at 0, int id at 16; 32 bytes}[64]"));
}

TEST_CASE("structs of every mixture lie as the compiler of C lays them out") {
  const MixedFolder folder;
  const Outcome tuned = folder.tune(mixed_scenario(
      filled_mixed(), "reference = { files = { y = \"packed.npy\", sum = \"sum.npy\" } }"));
  INFO(tuned.err);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err + tuned.out,
             contains("1 wrong-output") && contains("output 'y.v' at [0, 1]"));
}

TEST_CASE("structs come from files, and go to those that commands read") {
  const MixedFolder folder;
  // The input's file is as it lies in memory, with the padding that NumPy's align=True has.
  const std::string command =
      "reference = { command = \"grep -q \\\"('', '|V7')\\\" {x} && cp {x} {y} && cp sum.npy "
      "{sum}\" "
      "}";
  const std::string from_file = "{ struct = " + mixed("", "") + ", file = \"packed.npy\" }";
  for (const std::string& input : {filled_mixed(), from_file}) {
    const Outcome tuned = folder.tune(mixed_scenario(input, command));
    INFO(tuned.err);
    CHECK(tuned.exit_code == 0);
    CHECK_THAT(tuned.err + tuned.out, contains("1 wrong-output"));
  }
  const Outcome kept =
      folder.line.run("run s copy.cpu --scenario s.toml --trust -a n=5 -s SHIFT=0 --outputs kept");
  INFO(kept.err);
  REQUIRE(kept.exit_code == 0);
  const assay::NpyArray y = assay::read_npy(folder.line.folder() / "kept/y.npy");
  CHECK(y.shape == std::vector<std::int64_t>{5, 56});
  CHECK(type_text(y.record) ==
        "{char c, double d, short s, float v[3], unsigned char u, long l, "
        "bool b}");
  double d = 0;
  std::memcpy(&d, &y.data[2 * 56 + 8], sizeof d);
  CHECK(d == 3);

  const std::string judged =
      "verify = { command = \"grep -q \\\"('v', '<f4', (3,))\\\" {y} && test {n} = 5\" }";
  CHECK(folder.tune(mixed_scenario(filled_mixed(), judged)).exit_code == 0);
}

TEST_CASE("files whose records are not the structs of an array are refused with both") {
  const MixedFolder folder;
  folder.line.write("other.npy", testing::npy_file("{'descr': [('c', '|i1')], 'fortran_order': "
                                                   "False, 'shape': (5,), }",
                                                   "12345"));
  const Outcome refused = folder.tune(mixed_scenario(
      filled_mixed(), "reference = { files = { y = \"other.npy\", sum = \"sum.npy\" } }"));
  CHECK(refused.exit_code == 3);
  CHECK_THAT(refused.err, contains("s.toml:") && contains("'other.npy' holds {char c}[5]") &&
                              contains("'y' is {char c at 0, double d at 8, short s at 16"));
  const Outcome plain = folder.tune(mixed_scenario(
      filled_mixed(), "reference = { files = { y = \"packed.npy\", sum = \"packed.npy\" } }"));
  CHECK(plain.exit_code == 3);
  CHECK_THAT(plain.err, contains("'sum' is double[5]"));
}
