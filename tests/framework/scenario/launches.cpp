// Tests of kernels that launch several functions, in loops and on arrays of their own.
#include "framework/scenario/launches.hpp"

#include <nlohmann/json.hpp>

#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/kernel_folder.hpp"
#include "tests/replaced.hpp"

using namespace assay;

namespace {

const std::string loops = R"~([problem]
name = "p"
arguments = { n = 100, rounds = 3 }
arrays.a = { type = "float", shape = "n", output = true, fill = "zeros" }
[[kernel]]
source = "two.cl"
name = "both"
local = "T"
global = "n"
parameters.T = [16, 32]
scratch.t = { type = "float", shape = "n * T" }
scratch.flag = { type = "int", shape = 1, fill = "zeros" }
launches = [
  { function = "one", arguments = ["a", "t"], when = "T > 16" },
  { repeat = "rounds", index = "r", until = "flag", launches = [
    { function = "two", arguments = [{ cycle = ["a", "t"], at = "r" }, { int = "r" }, "flag"] },
  ] },
]
)~";

struct LoopsFolder : test::KernelFolder {
  LoopsFolder() {
    write("two.cl",
          "__kernel void one(__global float *a, __global float *t) { }\n"
          "__kernel void two(__global float *a, int r, __global int *f) { }\n");
  }
};

}  // namespace

TEST_CASE("several launches, loops and scratch arrays reach the description") {
  const LoopsFolder folder;
  const Scenario scenario = folder.read(loops);
  const auto& kernel = scenario.kernels.kernels.at(0);
  REQUIRE(kernel.steps.size() == 2);
  CHECK(kernel.steps[0].when->text == "T > 16");
  CHECK(kernel.steps[0].launch->group.at(0).text == "T");
  const KernelStep& loop = kernel.steps[1];
  CHECK(loop.repeat->text == "rounds");
  CHECK(loop.until == "flag");
  CHECK(loop.steps.at(0).launch->arguments.at(0).arrays == std::vector<std::string>{"a", "t"});
  CHECK(kernel.scratch.size() == 2);
  CHECK(functions_of(kernel) == std::vector<std::string>{"one", "two"});
  CHECK(to_json(kernel_files_from_json(to_json(scenario.kernels))) == to_json(scenario.kernels));
}

TEST_CASE("a kernel of several launches without a name is called by its file") {
  const LoopsFolder folder;
  CHECK(folder.read(with(loops, "name = \"both\"\n", "")).kernels.kernels.at(0).name ==
        "two.opencl");
}

TEST_CASE("a launch takes from the kernel what it does not say, its function too") {
  const LoopsFolder folder;
  std::string text = with(loops, "function = \"one\", ", "");
  text = with(text, "name = \"both\"", "name = \"both\"\nfunction = \"one\"");
  const Scenario scenario = folder.read(text);
  const auto& steps = scenario.kernels.kernels.at(0).steps;
  CHECK(steps.at(0).launch->function.text == "one");
  CHECK(steps.at(1).steps.at(0).launch->function.text == "two");
}

TEST_CASE("a group is 1 in the dimensions that it does not give") {
  const LoopsFolder folder;
  const Scenario scenario =
      folder.read(with(loops, "global = \"n\"", "global = [\"n\", 2, \"rounds\"]"));
  const KernelLaunch& launch = *scenario.kernels.kernels.at(0).steps.at(0).launch;
  REQUIRE(launch.group.size() == 3);
  CHECK(launch.group[0].text == "T");
  CHECK(launch.group[1].text == "1");
  CHECK(launch.group[2].text == "1");
}

TEST_CASE("mistakes in launches, loops and scratch arrays") {
  const LoopsFolder folder;
  const auto refuses = [&](const std::string& old, const std::string& fresh,
                           const std::string& place, const std::vector<std::string>& parts) {
    folder.refuses(with(loops, old, fresh), place, parts);
  };
  refuses("function = \"one\"", "function = \"three\"", "14:16", {"no kernel 'three'"});
  refuses("[\"a\", \"t\"], when", "[\"a\", \"s\"], when", "14:", {"'s' is not an array"});
  refuses("T > 16", "r > 16", "14:", {"'r'", "^"});  // the loop's number is not known here
  refuses("index = \"r\"", "index = \"T\"", "15:", {"also a parameter"});
  refuses("index = \"r\"", "index = \"n\"", "15:", {"also a parameter"});
  refuses("index = \"r\"", "index = \"min\"", "15:", {"'min'"});
  refuses("local = \"T\"", "local = \"T\"\ndefines.r = 2", "16:", {"also a constant of"});
  refuses("repeat = \"rounds\", ", "", "15:", {"launches.until", "needs 'repeat'"});
  refuses("until = \"flag\"", "until = \"flags\"", "15:", {"'flags' is not an array"});
  refuses("scratch.flag", "scratch.a", "12:", {"the problem has an array 'a'"});
  refuses("shape = \"n * T\"", "shape = \"n * U\"", "11:", {"'U'", "^"});
  refuses("scratch.t = { type = \"float\"", "scratch.t = { type = \"int\"", "14:", {"not of int"});
  refuses("local = \"T\"\n", "", "13:", {"local", "missing"});
  refuses("function = \"one\", ", "", "6:10", {"several kernels", "one, two"});
  refuses("cycle = [\"a\", \"t\"]", "cycle = [\"a\"]", "16:", {"two or more"});
  refuses("launches = [\n  {", "launches = [ 1,\n  {", "13:", {"array of tables"});
}

TEST_CASE("constants of a launch reach the description, and mistakes in them are found") {
  const LoopsFolder folder;
  const auto launch = [](const std::string& defines) {
    return with(loops, "when = \"T > 16\"", "defines = { " + defines + " }");
  };
  const Scenario scenario = folder.read(with(launch("T = \"2 * T\", WIDE = \"whole + n\""),
                                             "scratch.t", "defines.whole = \"n * T\"\nscratch.t"));
  const KernelDescription& kernel = scenario.kernels.kernels.at(0);
  const auto& defines = kernel.steps[0].launch->defines;
  REQUIRE(defines.size() == 2);
  CHECK(defines[0].first == "T");
  CHECK(defines[0].second.text == "2 * T");
  CHECK(defines[1].second.text == "(n * T) + n");
  CHECK(to_json(kernel_files_from_json(to_json(scenario.kernels))) == to_json(scenario.kernels));
  folder.refuses(launch("T = \"2 * t\""), "14:", {"did you mean 'T'"});
  folder.refuses(launch("\"2T\" = 1"), "14:", {"name of a constant"});
  folder.refuses(launch("int = 1"), "14:", {"'int'", "choose another name"});
  folder.refuses(with(loops, "function = \"two\",", "function = \"two\", defines = { R = \"r\" },"),
                 "16:", {"index 'r'", "pass it as an argument"});
  folder.write("host.c", "void one(float *a, float *t) { }\n");
  folder.refuses(
      "[problem]\narguments = { n = 8 }\n"
      "arrays.a = { type = \"float\", shape = \"n\", output = true }\n"
      "[[kernel]]\nsource = \"host.c\"\n"
      "launches = [{ function = \"one\", arguments = [\"a\", \"a\"], defines = { T = 1 } }]\n",
      "6:", {"compiled once"});
}
