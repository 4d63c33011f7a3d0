// Tests of exported programs whose source a command printed.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/exported.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::check_same_bits;
using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::host_libraries;
using assay::test::Outcome;
using assay::test::require_opencl;
using assay::test::run_exported;
using assay::test::run_exported_python;

namespace {

const std::string generated_problem = R"~([problem]
name = "scale"
arguments = { n = 1000 }
arrays.x = { type = "float", shape = "n", fill = "index", start = 1, step = 0.1 }
arrays.y = { type = "float", shape = "n", output = true }
)~";
const std::string generated_kernel = R"~([[kernel]]
source = { command = "sed 's/DIVISOR/'{tile}'/' scale.in", file = "scale.cl" }
function = "scale"
name = "scale"
arguments = ["x", "y", { int = "n" }]
local = "tile"
global = "n"
parameters.tile = [24]
)~";
const std::string generated_template =
    "__kernel void scale(__global const float* x, __global float* y, int n) {\n"
    "  const int i = get_global_id(0);\n  if (i < n) y[i] = x[i] / DIVISOR + tile;\n}\n";

void tune_generated(const CommandLine& line, const std::string& kernel) {
  line.write("s.toml", generated_problem + kernel + few_samples);
  const Outcome tuned = line.run("tune s.toml --trust");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 4);  // it agrees with itself
}

Outcome export_generated(const CommandLine& line, const std::string& file,
                         const std::string& more = "") {
  return line.run("export s.toml --instance 1 --output " + file + more);
}

}  // namespace

TEST_CASE("a program has the source that a command prints for the best configuration") {
  require_opencl();
  const CommandLine line;
  line.write("scale.in", generated_template);
  tune_generated(line, generated_kernel);
  const Outcome written = export_generated(line, "best.cpp");
  INFO(written.err);
  REQUIRE(written.exit_code == 0);
  CHECK_THAT(contents(line.folder() / "best.cpp"),
             contains("y[i] = x[i] / 24 + tile;") && contains("// source     what 'sed "));
  run_exported(line);
  check_same_bits(line, "scale scale --scenario s.toml", "y");
  REQUIRE(export_generated(line, "best.py").exit_code == 0);
  CHECK_THAT(contents(line.folder() / "best.py"), contains("y[i] = x[i] / 24 + tile;"));
}

TEST_CASE("generated code of the host becomes a program, too") {
  const CommandLine line;
  line.write("scale.in",
             "#include <cmath>\ntemplate <int t> void scale(const float* x, float* y, int n) {\n"
             "  for (int i = 0; i < n; ++i) y[i] = std::sqrt(x[i]) / DIVISOR + t;\n}\n");
  tune_generated(line, R"~([[kernel]]
source = { command = "sed s/DIVISOR/{tile}/ scale.in", file = "scale.cpp" }
function = "scale<tile + 1>"
name = "scale"
arguments = ["x", "y", { int = "n" }]
parameters.tile = [24]
)~");
  REQUIRE(export_generated(line, "best.cpp").exit_code == 0);
  REQUIRE(export_generated(line, "best.py").exit_code == 0);
  run_exported(line, host_libraries);
  check_same_bits(line, "scale scale --scenario s.toml", "y");
  run_exported_python(line);
  check_same_bits(line, "scale scale --scenario s.toml", "y");
}

TEST_CASE("export runs the command of a source only once somebody has agreed, and tells its end") {
  require_opencl();
  const CommandLine line;
  line.write("scale.in", generated_template);
  tune_generated(line, generated_kernel);
  std::filesystem::remove_all(line.folder() / "cache" / "trusted");
  const Outcome refused = export_generated(line, "best.cpp");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("source.command of scale: sed") && contains("--trust"));
  CHECK_FALSE(std::filesystem::exists(line.folder() / "best.cpp"));
  CHECK(export_generated(line, "best.json").exit_code == 0);  // has no source
  CHECK(export_generated(line, "best.cpp", " --trust").exit_code == 0);
  std::filesystem::remove(line.folder() / "best.cpp");
  std::filesystem::remove(line.folder() / "scale.in");
  const Outcome failed = export_generated(line, "best.cpp");
  CHECK(failed.exit_code == 3);
  CHECK_THAT(failed.err,
             contains("s.toml:7") && contains("the command 'sed") && contains("scale.in"));
  CHECK_FALSE(std::filesystem::exists(line.folder() / "best.cpp"));
}
