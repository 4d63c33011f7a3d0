// Tests of what a scenario may say of kernels in files, and of every mistake with its place and
// cure.
#include "framework/scenario/kernels.hpp"

#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/kernel_file/array_problem.hpp"
#include "framework/kernel_file/plugins.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/kernel_folder.hpp"
#include "tests/replaced.hpp"

using namespace assay;
using assay::test::good;
using assay::test::kernel_source;
using assay::test::KernelFolder;

namespace {

// The catalog that a worker with one OpenCL device would make of the scenario's kernels.
Catalog catalog_of(const Scenario& scenario) {
  Catalog catalog;
  for (const auto& described : scenario.kernels.problems) {
    ProblemDescription& problem = catalog.problems.emplace_back();
    problem.name = described.name;
    problem.arguments = described.arguments;
  }
  for (const auto& described : scenario.kernels.kernels) {
    if (!described.competes) continue;
    VariantDescription& variant = catalog.variants.emplace_back();
    variant.name = described.name;
    variant.problem = described.problem;
    variant.backend = "opencl";
    variant.parameters = described.parameters;
  }
  DeviceDescription& device = catalog.devices.emplace_back();
  device.id = "opencl:0";
  device.backend = "opencl";
  return catalog;
}

}  // namespace

TEST_CASE("what a scenario says of a kernel reaches its description") {
  const KernelFolder folder;
  const Scenario scenario = folder.read(good);
  REQUIRE(scenario.kernels.problems.size() == 1);
  const auto& problem = scenario.kernels.problems[0];
  CHECK(problem.name == "p");
  REQUIRE(problem.arguments.size() == 2);
  CHECK(problem.arguments[0].name == "n");
  CHECK(problem.arguments[0].default_value == Value(std::int64_t{100}));
  CHECK(problem.arguments[1].name == "scale");
  CHECK(problem.arguments[1].default_value == Value(0.5));
  REQUIRE(problem.arrays.size() == 2);
  CHECK(problem.arrays[0].fill.rule == "uniform");
  CHECK(problem.arrays[0].fill.first == -1);
  CHECK(problem.arrays[0].fill.seed == 7);
  CHECK(problem.arrays[0].shape[1].text == "2");
  CHECK(problem.arrays[1].element == ASSAY_I32);
  CHECK(problem.reference.assumed);
  CHECK(to_string(problem.reference.configuration) == "T=16 U=2");
  REQUIRE(scenario.kernels.kernels.size() == 1);
  const auto& kernel = scenario.kernels.kernels[0];
  CHECK(kernel.name == "k.opencl");
  CHECK(kernel.problem == "p");
  CHECK(kernel.steps.at(0).launch->in_items);
  CHECK(kernel.sources.at(0).text == kernel_source);
  CHECK(kernel.parameters.at(0).name == "T");  // in the order of the scenario, not of the alphabet
  CHECK(kernel.parameters.at(1).default_value == Value(std::int64_t{2}));
  CHECK(kernel.parameters.at(1).condition == "T > 16");
  REQUIRE(scenario.instances.size() == 1);
  CHECK(scenario.instances[0].problem == "p");
  REQUIRE(scenario.variants.size() == 1);
  CHECK(scenario.variants[0].name == "k.opencl");
}

TEST_CASE("instances, a reference by another kernel, and CUDA's words") {
  const KernelFolder folder;
  folder.write("k.cu", "extern \"C\" __global__ void k(const float *a, int *b, int n) {}");
  const Scenario scenario = folder.read(
      with(good, "[[kernel]]",
           "reference = { kernel = \"k.opencl\", parameters = { U = 4 } }\n[[kernel]]") +
      "[[kernel]]\nsource = \"k.cu\"\narguments = [\"a\", \"b\", { int = \"n\" }, { shared = 64 "
      "}]\n"
      "block = [\"block_size_x\", 2]\ngrid = [\"n\", 1]\nparameters.block_size_x = 8\n"
      "[[instance]]\nn = [10, 20]\n[[variant]]\nname = \"k.opencl\"\nparameters.T = 32\n");
  CHECK(scenario.instances.size() == 2);
  CHECK(scenario.variants.size() == 2);
  const auto& kernel = scenario.kernels.kernels.at(1);
  CHECK(kernel.backend == ASSAY_CUDA);
  CHECK(kernel.name == "k.cuda");
  CHECK(kernel.steps.at(0).launch->function.text == "k");
  CHECK_FALSE(kernel.steps.at(0).launch->in_items);
  const auto& reference = scenario.kernels.problems[0].reference;
  CHECK_FALSE(reference.assumed);
  CHECK(reference.kernel->name == "k.opencl");
  CHECK(reference.kernel->sources.size() == 1);
  CHECK(to_string(reference.configuration) == "T=16 U=4");
}

TEST_CASE("only who names no reference has results that merely agree, and all are told") {
  const KernelFolder folder;
  const auto read = [&](const std::string& reference, const std::string& first) {
    return folder.read(with(good, "[[kernel]]", reference + "\n" + first + "[[kernel]]"));
  };
  const std::string other =
      "[[kernel]]\nsource = \"k.cl\"\nname = \"plain\"\nfunction = \"k\"\ncompetes = false\n"
      "arguments = [\"a\", \"b\", { int = \"n\" }, { local = 4 }]\nlocal = 1\nglobal = \"n\"\n";
  const auto agrees_with = [](const Scenario& scenario) {
    return array_problem(scenario.kernels.problems[0]).agrees_with;
  };
  const auto note_of = [](const Scenario& scenario) {
    return fmt::format("{}", fmt::join(make_plan(scenario, catalog_of(scenario)).notes, "\n"));
  };
  const Scenario assumed = read("", "");
  CHECK(agrees_with(assumed) == "k.opencl");
  CHECK_THAT(note_of(assumed), contains("only agrees with it"));
  const Scenario vouched = read("reference = { kernel = \"k.opencl\" }", "");
  CHECK(agrees_with(vouched).empty());
  CHECK_THAT(note_of(vouched), contains("the reference 'k.opencl' competes itself"));
  const Scenario apart = read("reference = { kernel = \"plain\" }", other);
  CHECK(agrees_with(apart).empty());
  CHECK(note_of(apart).empty());
  // The first kernel does not compete, so it can only be there as the reference.
  const Scenario first = read("", other);
  CHECK(agrees_with(first).empty());
  CHECK(note_of(first).empty());
}

TEST_CASE("another content is another build; other values of parameters are not") {
  const KernelFolder folder;
  const auto build_of = [&](const std::string& text) {
    return make_plugins(folder.read(text).kernels).at(1).description.build_id;
  };
  const std::string build = build_of(good);
  CHECK(build == build_of(good));
  CHECK(build == build_of("# moved\n\n" + good));
  CHECK(build == build_of(with(good, "[16, 32]", "[16, 32, 64]")));
  CHECK(build == build_of(with(good, "T * U <= 64", "T * U <= 32")));
  CHECK(build == build_of(with(good, "n = 100,", "n = 200,")));
  CHECK(build != build_of(with(good, "ceil_div(n, U)", "ceil_div(n, U) + 1")));
  CHECK(build != build_of(with(good, "4 * T", "8 * T")));
  CHECK(build != build_of(with(good, "[[kernel]]", "tolerance = 0.5\n[[kernel]]")));
  CHECK(build != build_of(with(good, "default = 2", "default = 4")));  // the reference differs
  // Naming the reference afterwards does not make verified what only agreed, so it makes another
  // build.
  CHECK(build !=
        build_of(with(good, "[[kernel]]", "reference = { kernel = \"k.opencl\" }\n[[kernel]]")));
  CHECK(build != build_of(with(good, "[[kernel]]", "[[kernel]]\noptions = \"-cl-mad-enable\"")));
  folder.write("k.cl", kernel_source + "// edited\n");
  CHECK(build != build_of(good));
  folder.write("k.cl", "#include \"h.h\"\n" + kernel_source);
  folder.write("h.h", "#define X 1\n");
  const std::string included = build_of(good);
  folder.write("h.h", "#define X 2\n");
  CHECK(included != build_of(good));
}

TEST_CASE("kernel files survive the way to a worker") {
  const KernelFolder folder;
  const KernelFiles files = folder.read(good).kernels;
  const KernelFiles again = kernel_files_from_json(to_json(files));
  CHECK(to_json(again) == to_json(files));
  CHECK_THROWS_AS(kernel_files_from_json(nlohmann::json::object()), Error);
}

TEST_CASE("sources that are not there, or not what the scenario says") {
  const KernelFolder folder;
  folder.refuses(with(good, "k.cl", "kk.cl"), "8:10", {"kk.cl", "from the scenario's folder"});
  folder.refuses(with(good, "function = \"k\"", "function = \"othr\""), "9:12",
                 {"no kernel 'othr'", "did you mean 'other'"});
  folder.refuses(with(good, "function = \"k\"\n", ""), "8:10", {"several kernels", "k, other"});
  folder.refuses(with(good, "k.cl", "k.txt"), "8:10", {"backend = \"opencl\" or"});
  folder.refuses(with(good, ", { local = \"4 * T\" }", ""), "7:1",
                 {"takes 4 arguments", "3 are given", "'__local float* s'"});
  folder.refuses(with(good, "{ local = \"4 * T\" }", "{ local = 4 }, \"a\""), "10:54",
                 {"takes 4 arguments", "5 are given"});
  folder.refuses(with(good, "{ int = \"n\" }", "{ float = \"n\" }"), "10:24",
                 {"'int n'", "k.cl:1", "give it the type int"});
  folder.refuses(with(good, "[\"a\", \"b\"", "[\"b\", \"a\""), "10:14",
                 {"'float* a'", "array 'b'", "of float, not of int"});
  folder.refuses(with(good, "{ int = \"n\" }", "\"a\""), "10:24",
                 {"'int n'", "write { int = VALUE }"});
  folder.write("k.cu", "template <int n> __global__ void k(int m) {}");
  folder.refuses(with(good, "k.cl", "k.cu"), "9:12", {"is a template", "k<float, tile>"});
  folder.write("empty.cl", "// nothing\n");
  folder.refuses(with(with(good, "k.cl", "empty.cl"), "function = \"k\"\n", ""), "8:10",
                 {"no kernel found"});
}

TEST_CASE("what reading cannot understand is left to the compiler") {
  const KernelFolder folder;
  folder.write("k.cl", "#define ENTRY(name) __kernel void name(__global float *a)\nENTRY(k) { }");
  CHECK(folder.read(good).kernels.kernels[0].steps.at(0).launch->function.text == "k");
  folder.write("k.cl", "__kernel void k(__global float *a\n#ifdef X\n, int b\n#endif\n) { }");
  CHECK(folder.read(good).kernels.kernels.size() == 1);
  folder.write("k.cl",
               "#if U == 1\n#  define IN __constant float*\n#else\n#  define IN __global float*\n"
               "#endif\n__kernel void k(IN a, __global int *b, int n, __local float *s) { }");
  CHECK(folder.read(good).kernels.kernels.size() == 1);
}

TEST_CASE("mistakes in expressions are shown with a caret and their place") {
  const KernelFolder folder;
  folder.refuses(with(good, "ceil_div(n, U)", "ceil_div(n, V)"), "12:10", {"'V'", "^"});
  folder.refuses(with(good, "ceil_div(n, U)", "ceil_div(n, U"), "12:10", {"^"});
  folder.refuses(with(good, "[\"n\", 2]", "[\"m\", 2]"), "4:39", {"'m'", "^"});
  folder.refuses(with(good, "4 * T", "4 * t"), "10:49", {"did you mean 'T'"});
  folder.refuses(with(good, "T * U <= 64", "T * U = 64"), "15:16", {"=="});
  folder.refuses(with(good, "T > 16", "T >"), "14:63", {"^"});
  folder.refuses(with(good, "2 * n", "2 * T"), "6:9", {"'T'"});
}

TEST_CASE("mistakes in arrays") {
  const KernelFolder folder;
  const auto array = [&](const std::string& fresh) {
    return with(good, "{ type = \"int\", shape = \"n\", output = true }", fresh);
  };
  folder.refuses(array("{ type = \"flot\", shape = \"n\", output = true }"), "5:21",
                 {"did you mean 'float'"});
  folder.refuses(array("{ type = \"int\", output = true }"), "5:12", {"shape", "missing"});
  folder.refuses(array("{ type = \"int\", shape = \"n\" }"), "5:12", {"output = true"});
  folder.refuses(array("{ type = \"int\", shape = \"n\", fill = \"random\" }"), "5:48",
                 {"uniform", "normal"});
  folder.refuses(array("{ type = \"int\", shape = \"n\", fill = \"zeros\", mean = 1 }"), "5:64",
                 {"fill = \"normal\""});
  folder.refuses(array("{ type = \"int\", shape = \"n\", fill = 1, file = \"x.npy\" }"), "5:48",
                 {"exclude each other"});
  folder.refuses(array("{ type = \"int\", shape = [1, 2, 1, 1, 1, 1, 1, 1, 1], output = true }"),
                 "5:36", {"at most 8"});
  folder.refuses(array("{ type = \"int\", shape = \"n\", fill = \"zeros\" }"), "4:1",
                 {"no output"});
  folder.refuses(array("{ typ = \"int\" }"), "5:20", {"unknown key", "type"});
  const auto interleaved = [&](const std::string& type, const std::string& more) {
    return array("{ type = \"" + type + "\", shape = \"n\", fill = \"interleaved\"" + more + " }");
  };
  folder.refuses(interleaved("float", ""), "5:50", {"needs 'of'"});
  folder.refuses(interleaved("float", ", of = [\"aa\"]"), "5:12", {"'aa'", "did you mean 'a'"});
  folder.refuses(interleaved("int", ", of = [\"a\"]"), "5:12", {"not an array of int"});
  folder.refuses(interleaved("float", ", of = [\"b\"]"), "5:12", {"stands before 'b'"});
  folder.refuses(with(good, "low = -1, high = 1", "low = 2, high = 1"), "4:72", {"above high"});
}

TEST_CASE("an output is compared as a whole, not at all, or in ranges of its elements") {
  const KernelFolder folder;
  const auto output = [&](const std::string& more) {
    return with(good, "shape = \"n\", output = true", "shape = [\"n\", 4], output = true" + more);
  };
  const auto array = [&](const std::string& more) {
    return folder.read(output(more)).kernels.problems.front().arrays.back();
  };
  CHECK(array("").ranges.empty());
  CHECK(array(", compare = true").compared);
  folder.refuses(output(", compare = false"), "4:", {"anything would pass"});
  using Texts = std::vector<std::string>;
  const auto texts = [&](const std::string& compare) {
    Texts result;
    for (const auto& [from, to] : array(", compare = " + compare).ranges) {
      result.push_back(from.text + " to " + to.text);
    }
    return result;
  };
  CHECK(texts("\"n // 2\"") == Texts{"0 to n // 2"});
  CHECK(texts("[\"n\", 2]") == Texts{"0 to n", "0 to 2"});
  CHECK(texts("{ from = 1, to = \"n - 1\" }") == Texts{"1 to n - 1"});
  CHECK(texts("[\"n\", { from = \"1\", to = 3 }]") == Texts{"0 to n", "1 to 3"});
  CHECK(array(", compare = 1").compared);
  folder.refuses(output(", compare = \"nn\""), "5:", {"'nn'", "did you mean 'n'"});
  folder.refuses(output(", compare = [1, 2, 3]"), "5:", {"3 dimensions", "has 2"});
  folder.refuses(output(", compare = { from = 1 }"),
                 "5:", {"compare.to", "from = 1, to = \"n - 1\""});
  folder.refuses(output(", compare = { to = 1 }"), "5:", {"compare.from", "\"n\" alone"});
  folder.refuses(output(", compare = { from = 1, till = 2 }"), "5:", {"till"});
  folder.refuses(output(", compare = [{ from = 1, to = \"nn\" }]"), "5:", {"'nn'", "'n'"});
  folder.refuses(output(", compare = []"), "5:", {"empty"});
  folder.refuses(with(good, "seed = 7", "seed = 7, compare = \"n\""), "4:", {"output = true"});
  folder.refuses(with(output(", compare = \"n\""), "flops = \"2 * n\"",
                      "verify = { command = \"check {b}\" }"),
                 "5:", {"'verify' judges", "leave it out"});
}

TEST_CASE("what is compared of an output belongs to what is computed") {
  const KernelFolder folder;
  const auto id = [&](const std::string& more) {
    return content_id(
        folder.read(with(good, "output = true", "output = true" + more)).kernels.problems[0]);
  };
  CHECK(id(", compare = \"n\"") != id(""));
  CHECK(id(", compare = { from = 1, to = \"n\" }") != id(", compare = \"n\""));
  CHECK(id(", compare = true") == id(""));
  const KernelFiles files =
      folder.read(with(good, "output = true", "output = true, compare = \"n\"")).kernels;
  CHECK(to_json(kernel_files_from_json(to_json(files))) == to_json(files));
  CHECK(kernel_files_from_json(to_json(files)).problems[0].arrays[1].ranges.size() == 1);
}

TEST_CASE("mistakes in kernels and references") {
  const KernelFolder folder;
  folder.refuses(with(good, "{ int = \"n\" }", "\"nn\""), "10:24",
                 {"is not an array", "{ int = \"nn\" }"});
  folder.refuses(with(good, "{ int = \"n\" }", "{ inte = \"n\" }"), "10:33",
                 {"did you mean 'int'"});
  folder.refuses(with(good, "local = \"T\"\n", ""), "7:1", {"local", "missing"});
  folder.refuses(with(good, "local = \"T\"", "local = [\"T\", 1]"), "12:10", {"dimensions"});
  folder.refuses(with(good, "local = \"T\"", "local = \"T\"\nblock = \"T\""), "11:9", {"exclude"});
  folder.refuses(with(good, "default = 2", "default = 3"), "14:48", {"one of the values"});
  folder.refuses(with(good, "[16, 32]", "[16, \"x\"]"), "13:16", {"mixes"});
  folder.refuses(with(good, "[16, 32]", "[\"a b\"]"), "13:16", {"is one word"});
  folder.refuses(with(good, "parameters.T", "parameters.\"T-1\""), "13:20", {"cannot be the name"});
  folder.refuses(good + good.substr(good.find("[[kernel]]")), "16:1", {"two kernels 'k.opencl'"});
  const auto reference = [&](const std::string& text) {
    return with(good, "[[kernel]]", "reference = " + text + "\n[[kernel]]");
  };
  folder.refuses(reference("{ kernel = \"kk\" }"), "7:13", {"no kernel 'kk'", "k.opencl"});
  folder.refuses(reference("{ kernel = \"k.opencl\", parameters = { V = 1 } }"), "7:13",
                 {"no parameter 'V'"});
  folder.refuses(reference("{ kernel = \"k.opencl\", command = \"x\" }"), "7:13", {"one of"});
  folder.refuses(reference("{ files = { c = \"c.npy\" } }"), "7:", {"is not an output to compare"});
  folder.refuses("[problem]\narrays.a = { type = \"int\", shape = 1, output = true }\n", "1:1",
                 {"add one"});
}

TEST_CASE("what a kernel takes is held against what it is given, vectors and typedefs too") {
  const KernelFolder folder;
  const auto refused = [&](const std::string& parameters, const std::vector<std::string>& parts,
                           const std::string& before = "") {
    CAPTURE(parameters);
    folder.write("k.cl", before + "\n__kernel void k(" + parameters + ") { }\n");
    folder.refuses(good, "10:", parts);
  };
  const auto taken = [&](const std::string& parameters, const std::string& before = "") {
    CAPTURE(parameters);
    folder.write("k.cl", before + "\n__kernel void k(" + parameters + ") { }\n");
    CHECK_NOTHROW(folder.read(good));
  };
  const std::string b = ", __global int *b, int n, __local float *s";
  taken("__global const float *a" + b);
  taken("__global const float4 *a, __global int2 *b, int n, __local float4 *s");
  taken("__global const real *a" + b, "typedef float real;");
  taken("__global const real *a" + b, "typedef float single; typedef single real;");
  taken("__global const T *a" + b);  // the type of a macro is known to the compiler only
  refused("__global const int4 *a" + b, {"give the array the type int4", "not of float"});
  refused("__global const double2 *a" + b, {"double2", "not of float"});
  refused("__global const real *a" + b, {"not of float"},
          "typedef int single; typedef single real;");
  refused("__global const half *a" + b, {"not of float: give the array the type half"});
  refused("__global const half4 *a" + b, {"not of float: give the array the type half4"});
  refused("__global const pair *a" + b, {"struct 'pair'", "struct = [{ name ="},
          "typedef struct { float x; int k; } pair;");
  refused("__global const struct pair *a" + b, {"struct 'pair'"}, "struct pair { float x; };");
  refused("__global float **a" + b, {"pointer to pointers"});
  const std::string a = "__global const float *a, __global int *b, ";
  refused(a + "pair n, __local float *s",
          {"'pair n'", "struct 'pair' by value", "{ struct = [...] }"},
          "typedef struct pair_s { float x; struct { int y; } z; } pair;");
  refused(a + "pair n, __local float *s", {"struct 'pair' by value"},
          "struct other { int k; }; typedef struct other pair;");
  refused(a + "union both n, __local float *s", {"by value"}, "union both { int k; float x; };");
  refused(a + "float4 n, __local float *s", {"not a scalar of type int: give it the type float4"});
  refused(a + "half n, __local float *s", {"not a scalar of type int: give it the type half"});
  refused(a + "event_t n, __local float *s", {"'event_t'", "a scenario cannot provide"});
  refused(a + "sampler_t n, __local float *s",
          {"not a scalar of type int: write { sampler = { filter = \"nearest\""});
  refused(a + "read_only image2d_t n, __local float *s",
          {"'image2d_t n'", "write { image = \"ARRAY\" }"});
  refused(a + "count_t n, __local float *s", {"of type int", "long"}, "typedef long count_t;");
}

TEST_CASE(
    "constant scalars that their type does not hold are refused, and types that there are not") {
  const KernelFolder folder;
  for (const auto& [type, value] :
       std::vector<std::pair<std::string, std::string>>{{"float", "1e39"},
                                                        {"float", "-1e39"},
                                                        {"int", "10000000000"},
                                                        {"uint", "-1"},
                                                        {"char", "128"},
                                                        {"uchar", "256"},
                                                        {"short", "40000"},
                                                        {"ushort", "-1"},
                                                        {"int", "0.5"},
                                                        {"ulong", "2e19"},
                                                        {"long", "1e19"},
                                                        {"int", "1e400 * 0"}}) {
    CAPTURE(type, value);
    folder.write("k.cl", "__kernel void k(__global const float *a, __global int *b, " + type +
                             " n, __local float *s) { }");
    folder.refuses(with(good, "{ int = \"n\" }", "{ " + type + " = \"" + value + "\" }"),
                   "10:", {});
  }
  folder.write("k.cl", kernel_source);
  for (const auto& [type, part] : std::vector<std::pair<std::string, std::string>>{
           {"float3", "4 elements in OpenCL and of 3 in CUDA"},
           {"struct pair", "unsigned char"},
           {"tuple", "choose float"},
           {"flaot", "did you mean 'float'"}}) {
    folder.refuses(with(good, "type = \"float\"", "type = \"" + type + "\""),
                   "4:", {"'" + type + "'", part});
  }
}

TEST_CASE("values of every kind reach the description, and wrong ones are refused") {
  const KernelFolder folder;
  folder.write("k.cl",
               "typedef struct { int k; float4 v; } pair;\n"
               "__kernel void k(__global const float *a, __global int *b, pair p, float4 v) "
               "{ }\n");
  const auto text = [&](const std::string& values) {
    return with(good, "{ int = \"n\" }, { local = \"4 * T\" }", values);
  };
  const Scenario scenario =
      folder.read(text("{ struct = [{ int = \"n\" }, { float4 = [0, \"scale\", \"T\", 1] }] }, { "
                       "float4 = [1, 2, 3, 4] }"));
  const auto& arguments = scenario.kernels.kernels[0].steps[0].launch->arguments;
  REQUIRE(arguments.size() == 4);
  CHECK(arguments[2].is_struct);
  CHECK(arguments[2].parts.at(1).numbers.at(2).text == "T");
  CHECK(arguments[3].parts.at(0).numbers.size() == 4);
  folder.refuses(text("{ int = 1 }, { float4 = [1, 2, 3, 4] }"), "10:", {"struct 'pair' by value"});
  folder.refuses(text("{ struct = [{ int = 1 }] }, { float4 = [1, 2] }"), "10:", {"array of 4"});
  const std::string pair = "{ struct = [{ int = 1 }, { float4 = [1, 2, 3, 4] }] }, ";
  folder.refuses(text(pair + "{ float2 = [1, 2] }"), "10:", {"give it the type float4"});
  folder.refuses(text(pair + "{ struct = [{ float4 = [1, 2, 3, 4] }] }"), "10:", {"not a struct"});
  folder.refuses(text("{ struct = [{ int = 1 }] }, { float4 = [1, 2, 3, 4] }"),
                 "10:", {"its members are [{ int = VALUE }, { float4 = VALUE }]"});
  folder.refuses(text("{ struct = [1] }, { float4 = [1, 2, 3, 4] }"), "10:", {"members in order"});
  folder.refuses(text("{ struct = [{ int = \"m\" }] }, { float4 = [1, 2, 3, 4] }"),
                 "10:", {"'m'", "^"});
}

TEST_CASE("kernels that C++ renames are found by expressions, others by their names") {
  const KernelFolder folder;
  const auto expression = [&](const std::string& before, const std::string& function) {
    folder.write("k.cu", before + "void k(const float *a, int *b, int n) {}\n");
    const Scenario scenario = folder.read(with(
        with(with(good, "k.cl", "k.cu"), "function = \"k\"", "function = \"" + function + "\""),
        ", { local", ", { shared"));
    CHECK(scenario.kernels.kernels[0].name == "k.cuda");
    return scenario.kernels.kernels[0].steps[0].launch->by_expression;
  };
  CHECK_FALSE(expression("extern \"C\" __global__ ", "k"));
  CHECK(expression("__global__ ", "k"));
  CHECK(expression("template <int tile> __global__ ", "k<T>"));
}

TEST_CASE("the names of defines stand for their expressions elsewhere in the kernel") {
  const KernelFolder folder;
  std::string text = with(good, "local = \"T\"", "local = \"XL\"\ndefines.XL = \"T + U\"");
  text = with(text, "4 * T", "XL * ('XL' != 'U')");
  text = with(text, "T * U <= 64", "2 * XL <= n");
  const auto kernel = folder.read(text).kernels.kernels.at(0);
  const KernelLaunch& launch = *kernel.steps.at(0).launch;
  CHECK(launch.group.at(0).text == "(T + U)");
  CHECK(launch.extent.at(0).text == "ceil_div(n, U)");
  CHECK(launch.arguments.at(3).value.text == "(T + U) * ('XL' != 'U')");
  CHECK(kernel.constraints.at(0).expression == "2 * (T + U) <= n");
  // A parameter or an argument keeps its meaning.
  text = with(good, "ceil_div(n, U)", "8 * scale\"\ndefines.scale = \"n // 2");
  CHECK(folder.read(text).kernels.kernels.at(0).steps.at(0).launch->extent.at(0).text ==
        "8 * scale");
  // One define does not name another.
  folder.refuses(with(good, "local = \"T\"", "local = \"T\"\ndefines = { A = 2, B = \"A\" }"),
                 "12:24", {"'A'", "^"});
  // Long ones that are named often must not take all memory.
  std::string many = "2 * XL <= n";
  for (int k = 0; k < 3000; ++k) many += " + XL";
  const std::string thousand(1000, '1');
  text = with(good, "local = \"T\"", "local = \"T\"\ndefines.XL = \"0 * T + 0.0" + thousand + "\"");
  test::requires_error([&] { (void)folder.read(with(text, "T * U <= 64", many)); },
                       {"once its names are replaced"});
}

TEST_CASE("options of the compiler name parameters and arguments") {
  const KernelFolder folder;
  CHECK_NOTHROW(folder.read(with(good, "[[kernel]]", "[[kernel]]\noptions = \"-DX={T} -DY={n}\"")));
  folder.refuses(with(good, "[[kernel]]", "[[kernel]]\noptions = \"-DX={V}\""), "8:11",
                 {"{V}", "neither a parameter nor an argument"});
}

TEST_CASE("constraints on what the compiler says are kept for when it has") {
  const KernelFolder folder;
  const auto text = [&](const std::string& constraint) {
    return with(good, "T * U <= 64\"", "T * U <= 64\", \"" + constraint + "\"");
  };
  const auto kernel = folder.read(text("registers * T <= 4096 or n < 10")).kernels.kernels[0];
  REQUIRE(kernel.compiled_constraints.size() == 1);
  CHECK(kernel.compiled_constraints[0].text == "registers * T <= 4096 or n < 10");
  CHECK(kernel.constraints.size() == 1);
  folder.refuses(text("registers * V <= 4096"), "15:31", {"'V'", "^"});
  // Facts of the device, also those that only some devices have.
  const auto facts = folder.read(text("registers * T <= registers_per_block")).kernels.kernels[0];
  CHECK(facts.compiled_constraints.size() == 1);
  folder.refuses(text("registers * T <= registers_per_blok"), "15:31",
                 {"did you mean 'registers_per_block'"});
  folder.refuses(text("registers <="), "15:31", {"^"});
  // A parameter of that name is a parameter.
  const auto own = folder.read(with(text("registers <= 32"), "parameters.T",
                                    "parameters.registers = [32, 64]\nparameters.T"));
  CHECK(own.kernels.kernels[0].compiled_constraints.empty());
  folder.write("k.c", "void k(const float *a, int *b, int n) { }\n");
  const std::string host = R"~(
[[kernel]]
source = "k.c"
arguments = ["a", "b", { int = "n" }]
constraints = "registers <= 64"
)~";
  folder.refuses(good + host, "20:15", {"host code"});
}

TEST_CASE("variables of a program are given inputs") {
  const KernelFolder folder;
  const auto text = [&](const std::string& array) {
    return with(good, "[[kernel]]", "[[kernel]]\nvariables.table = \"" + array + "\"");
  };
  const Scenario scenario = folder.read(text("a"));
  CHECK(scenario.kernels.kernels[0].variables.at(0).name == "table");
  folder.refuses(text("b"), "8:", {"'b' is not an input"});
  folder.refuses(text("c"), "8:", {"'c' is not an input"});
}

TEST_CASE("compiled programs and generated sources are described without being read") {
  const KernelFolder folder;
  folder.write("k.ptx", "// PTX\n");
  const auto kernel = [&](const std::string& source, const std::string& function) {
    return folder.read(with(with(good, "\"k.cl\"", source), "function = \"k\"\n", function))
        .kernels.kernels.at(0);
  };
  const auto image = kernel("\"k.ptx\"", "function = \"_Z1kPf\"\n");
  CHECK(image.backend == ASSAY_CUDA);
  CHECK(image.image == "2f2f205054580a");
  CHECK_FALSE(image.steps.at(0).launch->by_expression);
  const auto generated =
      kernel("{ command = \"gen {T}\", file = \"k.cu\" }", "function = \"k<T>\"\n");
  CHECK(generated.backend == ASSAY_CUDA);
  CHECK(generated.generator.text == "gen {T}");
  CHECK(generated.sources.empty());
  CHECK(generated.steps.at(0).launch->by_expression);
  folder.refuses(with(with(good, "\"k.cl\"", "\"k.ptx\""), "function = \"k\"\n", ""),
                 "8:", {"the function is missing"});
  folder.refuses(with(good, "\"k.cl\"", "{ command = \"gen {V}\", file = \"k.cl\" }"),
                 "8:", {"{V}", "neither a parameter"});
  folder.refuses(with(good, "\"k.cl\"", "{ command = \"gen\" }"),
                 "8:", {"'kernel.source.file' is missing"});
  folder.refuses(with(good, "\"k.cl\"", "[\"k.cl\", \"kk.cl\"]"), "8:", {"kk.cl"});
}
