// Tests of a kernel's limits of its device's clocks and power, as a scenario says them.
#include "framework/kernel_file/limits.hpp"

#include <nlohmann/json.hpp>

#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/kernel_variant.hpp"
#include "tests/framework/scenario/kernel_folder.hpp"

using namespace assay;

namespace {

// A scenario with a CUDA kernel, whose line 8 is `limits`.
std::string limited(const std::string& limits) {
  return R"~([problem]
arguments = { n = 100 }
arrays.a = { type = "float", shape = "n", output = true }
[[kernel]]
source = "k.cu"
arguments = ["a", { int = "n" }]
grid = "ceil_div(n, block_size_x)"
)~" + limits +
         R"~(
parameters.block_size_x = [64, 128]
parameters.watts = [700, 300]
defines.HALF = "watts / 2"
)~";
}

struct LimitedFolder : test::KernelFolder {
  LimitedFolder() {
    write("k.cu", "extern \"C\" __global__ void k(float *a, int n) { a[threadIdx.x] = clock(); }");
  }
  void refuses_limits(const std::string& limits, const std::string& place,
                      const std::vector<std::string>& parts) const {
    refuses(limited(limits), place, parts);
  }
};

}  // namespace

TEST_CASE("limits are expressions over parameters and arguments, the memory's clock first") {
  const LimitedFolder folder;
  const Scenario scenario = folder.read(limited(
      R"(limits = { graphics_clock = "clock", power = "HALF + n", memory_clock = 2619 }
parameters.clock = [1980, 1200])"));
  const KernelDescription& kernel = scenario.kernels.kernels.at(0);
  REQUIRE(kernel.limits.size() == 3);
  FormulaNames names;
  names.add({{"n", Value(std::int64_t{100})},
             {"block_size_x", Value(std::int64_t{64})},
             {"clock", Value(std::int64_t{1200})},
             {"watts", Value(std::int64_t{300})}});
  const Bindings limits = limits_of(kernel, names);
  CHECK(limits == Bindings{{"memory_clock", Value(std::int64_t{2619})},
                           {"graphics_clock", Value(std::int64_t{1200})},
                           {"power", Value(250.0)}});
  // Parameters of limits are no constants, so that `clock` can be the name of one.
  const Bindings constants = compile_constants(kernel, names);
  REQUIRE(constants.size() == 2);
  CHECK(constants[0].first == "block_size_x");
  CHECK(constants[1].first == "HALF");
  CHECK(kernel_variant(kernel).limits);
}

TEST_CASE("limits make another kernel of it, and their absence does not") {
  const LimitedFolder folder;
  const auto id = [&](const std::string& limits) {
    return content_id(folder.read(limited(limits)).kernels.kernels.at(0), nullptr);
  };
  const auto expected = [&](const std::string& limits) {
    return content_id(folder.read(limited(limits)).kernels.problems.at(0));
  };
  CHECK(id("limits = { power = 300 }") != id("limits = { power = 400 }"));
  CHECK(id("limits = { power = 300 }") == id("limits = {  power = '300' }"));
  CHECK(id("limits = { power = 300 }") != id("limits = { graphics_clock = 300 }"));
  // What the kernel computes as the reference does not depend on them.
  CHECK(expected("limits = { power = 300 }") == expected("limits = { power = 400 }"));
  const std::string free = R"(limits = { power = "watts" })";
  CHECK(kernel_files_from_json(to_json(folder.read(limited(free)).kernels))
            .kernels.at(0)
            .limits.at(0)
            .value.text == "watts");
}

TEST_CASE("limits that cannot be are refused with their place and the cure") {
  const LimitedFolder folder;
  folder.refuses_limits(R"(limits = { graphic_clock = 1200 })",
                        "8:", {"graphic_clock", "did you mean 'graphics_clock'?"});
  folder.refuses_limits(R"(limits = { volts = 1 })",
                        "8:", {"volts", "graphics_clock", "memory_clock", "power"});
  folder.refuses_limits("limits = 300", "8:", {"limits", "table"});
  folder.refuses_limits("limits = {}", "8:", {"limits nothing", "graphics_clock", "power"});
  folder.refuses_limits("limits = { power = true }", "8:20", {"power", "a boolean"});
  folder.refuses_limits(R"(limits = { power = "wats" })", "8:20", {"wats", "watts"});
  folder.refuses_limits(R"(limits = { power = "300 +" })", "8:20", {"^"});
  // A parameter that no limit names still becomes a macro, which breaks this kernel.
  folder.refuses_limits("limits = { power = 300 }\nparameters.clock = 1980",
                        "9:", {"'clock'", "another name"});
  const std::string opencl = test::good + R"(limits = { power = "200 + T" })";
  folder.refuses(opencl, "16:", {"'kernel.limits'", "belongs to CUDA", "leave it out"});
  folder.write("k.cpp", "void k(float *a, int n) { a[0] = n; }");
  std::string host = limited("limits = { power = 300 }");
  host.replace(host.find("k.cu"), 4, "k.cpp");
  folder.refuses(host, "8:", {"belongs to CUDA", "leave it out"});
}
