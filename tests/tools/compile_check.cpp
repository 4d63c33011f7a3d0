// Tests, from outside, of compiling for devices that need not be here.
#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
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
