// Tests, from outside, of compiling for devices that need not be here.
#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

// A kernel that compiles unless `unroll` is 4. Its reference is a kernel for a GPU that may not be
// here.
void write_scenario(const CommandLine& line, const std::string& ending) {
  const std::string qualifier = ending == "cu" ? "__global__" : "__kernel";
  const std::string pointer = ending == "cu" ? "float*" : "__global float*";
  line.write("add." + ending, qualifier + " void add(" + pointer + R"( c, int n) {
#if unroll == 4
  broken
#endif
  if (n > 0) c[0] = block_size_x;
}
)");
  line.write("add.toml", fmt::format(R"toml(
[problem]
arguments = {{ n = 1000 }}
arrays.c = {{ type = "float", shape = "n", output = true }}
[[kernel]]
source = "add.{}"
arguments = ["c", {{ int = "n" }}]
grid = "ceil_div(n, block_size_x)"
parameters.block_size_x = [32, 4096, 64]
parameters.unroll = [1, 2, 4]
)toml",
                                     ending));
}

// A kernel that needs at least `values` registers (CUDA) and 4 * `values` bytes of local memory,
// and its constraints.
void write_constrained(const CommandLine& line, const std::string& ending,
                       const std::string& constraints) {
  const bool cuda = ending == "cu";
  line.write("add." + ending,
             fmt::format("{}{{\n  {} float local_values[values];\n  float v[values];\n",
                         cuda ? "__global__ void add(float* c, int n)"
                              : "__kernel void add(__global float* c, int n)",
                         cuda ? "__shared__" : "__local") +
                 R"(  for (int k = 0; k < values; ++k) v[k] = c[(97 * k) % n];
  for (int r = 0; r < 9; ++r)
    for (int k = 0; k < values; ++k) v[k] *= v[(k + 7) % values];
  for (int k = 0; k < values; ++k) local_values[k] = v[k];
  c[0] = local_values[n % values] * block_size_x;
}
)");
  line.write("add.toml", fmt::format(R"toml(
[problem]
arguments = {{ n = 1000 }}
arrays.c = {{ type = "float", shape = "n", fill = "zeros", output = true }}
[[kernel]]
source = "add.{}"
arguments = ["c", {{ int = "n" }}]
grid = 1
parameters.block_size_x = [32, 1024]
parameters.values = [8, 96]
constraints = [{}]
)toml",
                                     ending, constraints) +
                             assay::test::few_samples);
}

void require_nvrtc() {
  try {
    assay::device::open("cuda:sm_90", {});
  } catch (const assay::Error& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
}

}  // namespace

TEST_CASE("--check --device compiles for a GPU that is not here") {
  require_nvrtc();
  const CommandLine line;
  write_scenario(line, "cu");
  for (const char* device : {"cuda:sm_80", "cuda:sm_90", "cuda:sm_100"}) {
    const Outcome checked = line.run(std::string("tune add.toml --check --device ") + device);
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 1);
    // Groups of 4096 threads are beyond the device.
    CHECK_THAT(checked.out,
               contains(std::string("add.cuda on ") + device + ": 6 configurations, "));
    CHECK_THAT(checked.out, contains("unroll=4 and 1 more: compile-error") &&
                                contains("add.cu:3]: error: identifier \"broken\" is undefined"));
    CHECK_THAT(checked.out, !contains("unroll=1") && !contains("unroll=2"));
  }
  CHECK_FALSE(std::filesystem::exists(line.folder() / "store.db"));
}

TEST_CASE("--check --device compiles for a device that is here") {
  assay::test::require_opencl();
  const CommandLine line;
  write_scenario(line, "cl");
  const Outcome checked = line.run("tune add.toml --check --device opencl:0");
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 1);
  CHECK_THAT(checked.out, contains("add.opencl on opencl:0:") && contains("unroll=4") &&
                              contains("compile-error"));
}

TEST_CASE("--check checks constraints on what is compiled, for a GPU that is not here") {
  require_nvrtc();
  const CommandLine line;
  write_constrained(line, "cu",
                    "\"registers * block_size_x <= registers_per_block\", \"spill_bytes == 0\", "
                    "\"spill_bytes * clock_mhz < 1e9\", \"most_work_items >= 32\"");
  const Outcome checked = line.run("tune add.toml --check --device cuda:sm_90");
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("4 of 4 tried compile"));
  CHECK_THAT(checked.out, contains("block_size_x=1024 values=96: unsupported") &&
                              contains("add.toml:11:16: 'registers * block_size_x <= "
                                       "registers_per_block' does not hold for 'add': registers") &&
                              contains("registers_per_block = 65536"));
  CHECK_THAT(checked.out, !contains("values=8:") && !contains("block_size_x=32 "));
  CHECK_THAT(checked.out,
             contains("not checked: add.toml:11:87: 'spill_bytes * clock_mhz < 1e9' for 'add': the "
                      "device does not tell 'clock_mhz'") &&
                 contains("'most_work_items >= 32' for 'add': 'most_work_items' of its compiled "
                          "code is not known here"));
  CHECK_THAT(checked.out, !contains("not checked: add.toml:11:16"));
}

TEST_CASE("constraints on what is compiled exclude configurations before they run") {
  assay::test::require_opencl();
  const CommandLine line;
  write_constrained(line, "cl", "\"static_local_bytes < 100 * min(compute_units, 1)\"");
  const Outcome checked = line.run("tune add.toml --check --device opencl:0");
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("values=96 and") && contains("static_local_bytes = 384") &&
                              contains("compute_units = ") && !contains("not checked"));
  const Outcome tuned = line.run("tune add.toml");
  INFO(tuned.out << tuned.err);
  CHECK_THAT(tuned.out, contains("2 unsupported: add.toml:11:16: 'static_local_bytes < 100 *"));
  CHECK_THAT(tuned.out, contains("values=8") && !contains("values=96"));

  write_constrained(line, "cl", "\"registers <= 64\"");
  CHECK_THAT(line.run("tune add.toml --check --device opencl:0").out,
             contains("not checked: add.toml:11:16: 'registers <= 64'"));
  CHECK_THAT(line.run("tune add.toml").err,
             contains("'registers' of its compiled code is not known") && contains("leave it out"));
}

TEST_CASE("--device says what it needs") {
  const CommandLine line;
  write_scenario(line, "cu");
  const Outcome measuring = line.run("tune add.toml --device cuda:sm_90");
  CHECK(measuring.exit_code == 2);
  CHECK_THAT(measuring.err, contains("it needs --check"));
  const Outcome unknown = line.run("tune add.toml --check --device cuda:sm_12");
  CHECK(unknown.exit_code == 3);
  CHECK_THAT(unknown.err, contains("cuda:sm_12"));
  const Outcome other = line.run("tune add.toml --check --device cpu");
  CHECK(other.exit_code == 3);
  CHECK_THAT(other.err, contains("no variant of the scenario runs on cpu"));
}
