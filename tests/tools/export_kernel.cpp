// Tests of what is exported of a kernel in a file: it compiles with the header before it, and is
// launched by the exported numbers.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

// Everything that a compilation and a launch may depend on: a text, booleans, an inactive
// parameter, a define, an option, local memory, and a size that is rounded up.
const std::string tile_kernel = R"(
__kernel void tiles(__global const TYPE *x, __global TYPE *y, int n, __local TYPE *tile) {
  const int i = get_global_id(0);
  tile[get_local_id(0)] = i < n ? x[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) y[i] = FACTOR * tile[get_local_id(0)] + (padded ? PAD : 0) + SHIFT / GROUPED;
}
)";

std::string tile_problem(const std::string& reference) {
  return R"~([problem]
name = "tiles"
arguments = { n = 1000 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
)~" + reference +
         few_samples;
}

const std::string tile_scenario = R"~([[kernel]]
source = "tiles.cl"
function = "tiles"
arguments = ["x", "y", { int = "n" }, { local = "4 * group" }]
local = "group"
global = "n"
parameters.group = [16, 32]
parameters.TYPE = ["float"]
parameters.padded = [false, true]
parameters.PAD = { values = [1, 0], default = 0, condition = "padded" }
constraints = ["not padded or PAD == 0"]
defines.FACTOR = "n // 500"
defines.SHIFT = 0.5
options = "-DGROUPED={group}"
)~";

std::string number(int value) { return std::to_string(value); }

}  // namespace

TEST_CASE("an exported kernel compiles with its header and gives the same outputs") {
  const CommandLine line;
  require_opencl();
  line.write("tiles.cl", tile_kernel);
  line.write("s.toml", tile_problem("") + tile_scenario);
  REQUIRE(line.run("tune s.toml").exit_code == 4);  // it agrees with itself
  REQUIRE(line.run("export --instance 1 --output best.h").exit_code == 0);
  REQUIRE(line.run("export --instance 1 --output best.json").exit_code == 0);
  const std::string header = contents(line.folder() / "best.h");
  const auto json = nlohmann::json::parse(contents(line.folder() / "best.json"));
  const auto& kernel = json.at("kernel");
  const auto& launch = kernel.at("launches").at(0);
  const int group = json.at("configuration").at("group").get<int>();
  CAPTURE(header);
  CHECK(kernel.at("options") == "-DGROUPED=" + number(group));
  CHECK(launch.at("block") == nlohmann::json({group}));
  CHECK(launch.at("grid") == nlohmann::json({(1000 + group - 1) / group}));
  CHECK(launch.at("local_bytes") == 4 * group);
  CHECK(launch.at("block_expressions") == nlohmann::json({"group"}));
  for (const std::string macro :
       {"#define TYPE float\n", "#define PAD 0\n", "#define FACTOR 2\n", "#define SHIFT 0.5\n"}) {
    CHECK_THAT(header, contains(macro));
  }
  CHECK_THAT(header, contains("#define ASSAY_BLOCK_X " + number(group) + "\n") &&
                         contains("#define ASSAY_LOCAL_BYTES " + number(4 * group) + "\n"));

  const std::string padded = json.at("configuration").at("padded").dump();
  REQUIRE(line.run("run tiles tiles.opencl --scenario s.toml -s group=" + number(group) +
                   " -s padded=" + padded + " --outputs kept")
              .exit_code == 4);
  const std::string options = kernel.at("options").get<std::string>();
  line.write("again.toml",
             tile_problem("reference = \"kept/y.npy\"\ntolerance = 0") +
                 "[[kernel]]\nsource = [\"best.h\", \"tiles.cl\"]\nfunction = \"tiles\"\n" +
                 "local = " + launch.at("block").at(0).dump() +
                 "\ngrid = " + launch.at("grid").at(0).dump() + "\noptions = \"" + options +
                 "\"\narguments = [\"x\", \"y\", { int = \"n\" }, { local = " +
                 launch.at("local_bytes").dump() + " }]\n");
  const Outcome again = line.run("tune again.toml");
  INFO(again.err);
  CHECK(again.exit_code == 0);
}

TEST_CASE("CMake gets definitions, options and sizes") {
  const CommandLine line;
  require_opencl();
  line.write("tiles.cl", tile_kernel);
  line.write("s.toml", tile_problem("") + tile_scenario);
  REQUIRE(line.run("tune s.toml").exit_code == 4);
  REQUIRE(line.run("export --instance 1 --output best.cmake --prefix TILES").exit_code == 0);
  line.write("check.cmake",
             "include(best.cmake)\nmessage(\"${TILES_DEFINITIONS}|${TILES_OPTIONS}|${TILES_BLOCK}|"
             "${TILES_LOCAL_BYTES}|\")\n");
  const Outcome read = line.run("-P check.cmake", "cmake");
  INFO(read.err);
  CHECK(read.exit_code == 0);
  CHECK_THAT(read.err, contains("TYPE=float;") && contains("FACTOR=2;") && contains("|-DGROUPED="));
}
