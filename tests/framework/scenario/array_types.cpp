// Element types of arrays and numbers that follow a parameter, and tolerances by type.
#include "framework/kernel_file/array_types.hpp"
#include "tests/framework/scenario/kernel_folder.hpp"
#include "tests/replaced.hpp"

using namespace assay;
using assay::test::KernelFolder;

namespace {

const std::string typed_source = R"(
__kernel void k(__global const real *a, __global real *c, real f, __global real *s) {
  c[get_global_id(0)] = f * a[get_global_id(0)];
}
__kernel void fixed(__global const float *a, __global real *c, float f, __global real *s) {}
)";

const std::string typed_scenario = R"~([problem]
name = "p"
arguments = { n = 100 }
arrays.a = { type = "double", shape = "n", fill = "uniform" }
arrays.c = { type = "double", shape = "n", output = true }
arrays.i = { type = "int", shape = "n", fill = "uniform" }
[[kernel]]
source = "k.cl"
function = "k"
arguments = ["a", "c", { real = 2 }, "s"]
types = { a = "real", c = "real" }
scratch.s = { type = "real", shape = "n" }
local = 16
global = "n"
parameters.real = ["half", "float", "double"]
)~";

struct TypesFolder : KernelFolder {
  TypesFolder() { write("k.cl", typed_source); }
  [[nodiscard]] KernelFiles with_text(const std::string& old, const std::string& fresh) const {
    return read(with(typed_scenario, old, fresh)).kernels;
  }
};

double relative(const ArrayDescription& array, assay_element element) {
  for (const TypeTolerance& each : array.type_tolerances) {
    if (each.element == element) return each.tolerance.relative;
  }
  return 0;
}

}  // namespace

TEST_CASE("arrays, scratch arrays and numbers follow a parameter") {
  const TypesFolder folder;
  const KernelFiles files = folder.read(typed_scenario).kernels;
  const KernelDescription& kernel = files.kernels.at(0);
  REQUIRE(kernel.types.size() == 2);
  FormulaNames names;
  names.add("real", std::string("half"));
  const auto& argument = kernel.steps.at(0).launch->arguments.at(2);
  CHECK(element_of(kernel.types[1].type, names) == ASSAY_F16);
  CHECK(scratch_element(kernel.scratch.at(0), names) == ASSAY_F16);
  CHECK(part_element(argument.parts.at(0), names) == ASSAY_F16);
  // A kernel may also have a type of its own.
  const auto fixed = folder.with_text("a = \"real\"", "a = \"float\"").kernels.at(0);
  CHECK(element_of(fixed.types[0].type, names) == ASSAY_F32);
}

TEST_CASE("a reference kernel takes the most precise type unless the scenario says otherwise") {
  const TypesFolder folder;
  const auto chosen = [](const KernelFiles& files) {
    return std::get<std::string>(*find(files.problems.at(0).reference.configuration, "real"));
  };
  CHECK(chosen(folder.read(typed_scenario).kernels) == "double");
  const std::string given = "reference = { kernel = \"k.opencl\", parameters.real = \"float\" }\n";
  CHECK(chosen(folder.with_text("[[kernel]]", given + "[[kernel]]")) == "float");
}

TEST_CASE("types that make no sense are refused with their place and the cure") {
  const TypesFolder folder;
  const auto refused = [&](const std::string& old, const std::string& fresh,
                           const std::string& place, const std::vector<std::string>& parts) {
    folder.refuses(with(typed_scenario, old, fresh), place, parts);
  };
  refused("a = \"real\"", "a = \"reel\"", "11:", {"'reel'", "did you mean 'real'?"});
  refused("a = \"real\"", "b = \"real\"", "11:", {"'b' is not an array of the problem"});
  refused("a = \"real\"", "s = \"real\"", "11:", {"scratch.s.type = \"real\""});
  refused("a = \"real\"", "i = \"real\"", "11:", {"'i' is of int", "only floating-point arrays"});
  refused("[\"half\", \"float\", \"double\"]", "[\"half\", \"flaot\"]",
          "15:", {"'flaot'", "did you mean 'float'?"});
  refused("[\"half\", \"float\", \"double\"]", "[1, 2]", "15:", {"type '1'"});
  refused("c = { type = \"double\"", "c = { type = \"float\"",
          "11:", {"'c' is of float, which does not hold all numbers of double", "such as double"});
  refused("function = \"k\"", "function = \"fixed\"",
          "10:", {"'float* a'", "of float, not of half: give the array the type float"});
  refused("shape = \"n\", output = true }", "shape = \"n\", output = true }\nflops = \"2 * n\"",
          "6:", {"the work of one type", "leave out flops and bytes"});
  refused("{ real = 2 }, \"s\"", "{ real = 2 }, { image = \"a\" }",
          "10:", {"'a' has a type of its own", "pass the array itself"});
}

TEST_CASE("tolerances are given for each type or for all") {
  const TypesFolder folder;
  const auto array_c = [&](const std::string& tolerance) {
    return folder
        .with_text("shape = \"n\", output = true",
                   "shape = \"n\", output = true, tolerance = " + tolerance)
        .problems.at(0)
        .arrays.at(1);
  };
  const auto typed = array_c("{ half = 0.05, float = { relative = 1e-3 }, double = 1e-12 }");
  CHECK(typed.tolerance.relative == 1e-12);
  CHECK(relative(typed, ASSAY_F16) == 0.05);
  CHECK(relative(typed, ASSAY_F32) == 1e-3);
  CHECK_FALSE(typed.tolerance_of_all);
  const auto partly = array_c("{ half = 0.05 }");
  CHECK(partly.tolerance.relative == 1e-9);
  CHECK(relative(partly, ASSAY_F32) == 0);
  const auto one = array_c("1e-3");
  CHECK(one.tolerance.relative == 1e-3);
  CHECK(one.tolerance_of_all);
  CHECK_FALSE(folder.read(typed_scenario).kernels.problems.at(0).arrays.at(1).tolerance_of_all);
  const auto refused = [&](const std::string& tolerance, const std::string& part) {
    folder.refuses(with(typed_scenario, "shape = \"n\", output = true",
                        "shape = \"n\", output = true, tolerance = " + tolerance),
                   "5:", {part});
  };
  refused("{ haf = 0.05 }", "did you mean 'half'?");
  refused("{ int = 1 }", "whole numbers must be equal");
}

TEST_CASE("kernels without types of their own keep what identifies their results") {
  const KernelFolder folder;
  const std::string given = with(test::good, "output = true", "output = true, tolerance = 1e-3");
  const auto files = folder.read(given).kernels;
  CHECK_FALSE(files.problems.at(0).arrays.at(1).tolerance_of_all);
}
