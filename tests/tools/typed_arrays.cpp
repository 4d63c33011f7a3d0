// Tests of arrays whose element type follows a parameter: kernels of the host and of OpenCL devices
// take them in float, double and half, and are held to each type's tolerance.
#include "framework/kernel_file/npy.hpp"
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

const std::string add_problem = R"~([problem]
name = "add"
arguments = { n = 3000 }
arrays.a = { type = "double", shape = "n", fill = "normal" }
arrays.b = { type = "double", shape = "n", fill = "normal" }
arrays.c = { type = "double", shape = "n", output = true }
reference = { kernel = "plain" }
[[kernel]]
name = "plain"
source = "plain.c"
function = "plain"
arguments = ["a", "b", "c", { int = "n" }]
competes = false
)~" + few_samples;

const std::string on_host = R"~([[kernel]]
name = "add"
source = "add.c"
function = "add"
arguments = ["a", "b", "c", { int = "n" }]
types = { a = "real", b = "real", c = "real" }
parameters.real = ["_Float16", "float", "double"]
)~";

const std::string on_device = R"~([[kernel]]
name = "add"
source = "add.cl"
arguments = ["a", "b", "c", "half_way", { int = "n" }, { real = 0.5 }]
types = { a = "real", b = "real", c = "real" }
scratch.half_way = { type = "real", shape = "n" }
local = 64
global = "n"
parameters.real = ["float", "double"]
)~";

// The C function with `body` for element i.
std::string c_source(const std::string& body) {
  return "void add(real* a, const real* b, real* c, int n) {\n"
         "  for (int i = 0; i < n; ++i) {\n" +
         body + "\n  }\n}\n";
}

struct AddFolder {
  AddFolder() {
    line.write("plain.c",
               "void plain(const double* a, const double* b, double* c, int n) {\n"
               "  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];\n}\n");
    line.write("add.c", c_source("c[i] = a[i] + b[i];"));
    line.write("add.cl",
               "__kernel void add(__global const real* a, __global const real* b,\n"
               "                  __global real* c, __global real* half_way, int n, real f) {\n"
               "  const int i = get_global_id(0);\n"
               "  if (i >= n) return;\n"
               "  half_way[i] = f * (a[i] + b[i]);\n"
               "  c[i] = 2 * half_way[i];\n}\n");
    line.write("s.toml", add_problem + on_host);
  }
  [[nodiscard]] Outcome run(const std::string& type, const std::string& more = "") const {
    return line.run("run add add --scenario s.toml --trust --seconds 0.05 -s real=" + type + more);
  }
  // Requires that every type ends with that exit code and message.
  void every_type(int exit_code, const std::string& message) const {
    for (const std::string type : {"_Float16", "float", "double"}) {
      const Outcome outcome = run(type);
      CAPTURE(type, outcome.err);
      CHECK(outcome.exit_code == exit_code);
      CHECK_THAT(outcome.err, contains(message));
    }
  }
  CommandLine line;
};

}  // namespace

TEST_CASE("a kernel of the host passes in each type that its arrays may have") {
  const AddFolder folder;
  const Outcome tuned = folder.line.run("tune s.toml --trust");
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("3 of 3 configurations"));
  CHECK_THAT(tuned.out, !contains("wrong-output"));
  // What is written is what the kernel wrote.
  const Outcome kept = folder.run("float", " --outputs kept");
  INFO(kept.err);
  REQUIRE(kept.exit_code == 0);
  CHECK(assay::read_npy(folder.line.folder() / "kept/c.npy").element == ASSAY_F32);
}

TEST_CASE("outputs that are wrong, or never written, are found in each type") {
  const AddFolder folder;
  folder.line.write("add.c", c_source("c[i] = a[i] + b[i] + (i == 17 ? (real)0.25 : (real)0);"));
  folder.every_type(1, "output 'c' at [17]");
  folder.line.write("add.c", c_source("if (i != 2999) c[i] = a[i] + b[i];"));
  folder.every_type(1, "(never written)");
}

TEST_CASE("an input that a kernel changes is found in each type") {
  const AddFolder folder;
  folder.line.write("add.c", c_source("c[i] = a[i] + b[i];\n    a[i] = 0;"));
  folder.every_type(1, "input 'a'");
}

TEST_CASE("every type is held to its own tolerance, or to the one that is given for all") {
  const AddFolder folder;
  folder.line.write("add.c", c_source("c[i] = (float)a[i] + (float)b[i];"));
  CHECK(folder.run("float").exit_code == 0);
  const Outcome refused = folder.run("double");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, contains("wrong-output") && contains("times the tolerance"));
  const auto with_tolerance = [&](const std::string& tolerance) {
    folder.line.write("s.toml", with(add_problem + on_host, "shape = \"n\", output = true",
                                     "shape = \"n\", output = true, tolerance = " + tolerance));
  };
  with_tolerance("{ double = 1e-4 }");
  CHECK(folder.run("double").exit_code == 0);
  CHECK(folder.run("_Float16").exit_code == 0);
  with_tolerance("{ float = 1e-12, _Float16 = 1e-5 }");
  CHECK(folder.run("float").exit_code == 1);
  CHECK(folder.run("_Float16").exit_code == 1);
  with_tolerance("1e-4");
  CHECK(folder.run("double").exit_code == 0);
  CHECK(folder.run("_Float16").exit_code == 1);
}

TEST_CASE("an output in the problem's type has the tolerance of inputs that were rounded") {
  const AddFolder folder;
  folder.line.write("s.toml", add_problem + with(on_host, ", c = \"real\"", ""));
  folder.line.write("add.c",
                    "void add(const real* a, const real* b, double* c, int n) {\n"
                    "  for (int i = 0; i < n; ++i) c[i] = (double)a[i] + (double)b[i];\n}\n");
  folder.every_type(0, "given configuration");
}

TEST_CASE("arrays that are read and written are restored in each type") {
  const AddFolder folder;
  const std::string in_out = "shape = \"n\", fill = \"uniform\", output = true";
  folder.line.write("s.toml", with(add_problem + on_host, "shape = \"n\", output = true", in_out));
  folder.line.write("plain.c",
                    "void plain(const double* a, const double* b, double* c, int n) {\n"
                    "  for (int i = 0; i < n; ++i) c[i] += a[i] + b[i];\n}\n");
  folder.line.write("add.c", c_source("c[i] += a[i] + b[i];"));
  folder.every_type(0, "given configuration");
}

TEST_CASE("a command judges outputs in the problem's type, whatever the kernel wrote") {
  const AddFolder folder;
  const std::string check =
      "verify = { command = \"test $(stat -c %s {c}) -gt 24000 || exit 1\" }\n[[kernel]]";
  const std::string unreferenced = with(add_problem, "reference = { kernel = \"plain\" }\n", "");
  folder.line.write("s.toml", with(unreferenced, "[[kernel]]", check) + on_host);
  folder.every_type(0, "given configuration");
}

TEST_CASE("the error is a fact of each trial, and may count beside the time") {
  const AddFolder folder;
  folder.line.write("s.toml", add_problem + on_host + "[pareto]\nlower = [\"relative_error\"]\n");
  const Outcome tuned = folder.line.run("tune s.toml --trust");
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.out, contains("relative_error"));
  folder.line.write(
      "own.toml",
      "objective = { minimise = \"seconds * (relative_error + 1e-3)\" }\n" + add_problem + on_host);
  CHECK(folder.line.run("tune own.toml --trust").exit_code == 0);
}

TEST_CASE("a kernel of OpenCL takes arrays, scratch arrays and numbers in either type") {
  const AddFolder folder;
  require_opencl();
  folder.line.write("s.toml", add_problem + on_device);
  const Outcome tuned = folder.line.run("tune s.toml --trust");
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("2 of 2 configurations"));
  CHECK_THAT(tuned.out, !contains("wrong-output"));

  const std::string source = contents(folder.line.folder() / "add.cl");
  const auto fails_with = [&](const std::string& message) {
    for (const std::string type : {"float", "double"}) {
      const Outcome outcome = folder.run(type);
      CAPTURE(type, outcome.err);
      CHECK(outcome.exit_code == 1);
      CHECK_THAT(outcome.err, contains(message));
    }
  };
  folder.line.write("add.cl", with(source, "i >= n", "i >= n - 1"));
  fails_with("(never written)");
  folder.line.write("add.cl", with(source, "c[i] = 2", "c[i] = 3"));
  fails_with("wrong-output");
}

TEST_CASE("the reference may be the kernel itself, in its most precise type") {
  const AddFolder folder;
  folder.line.write("s.toml", with(add_problem, "reference = { kernel = \"plain\" }",
                                   "reference = { kernel = \"add\" }") +
                                  on_host);
  folder.every_type(0, "given configuration");
}
