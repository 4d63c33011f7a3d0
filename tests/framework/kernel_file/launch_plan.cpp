#include "framework/kernel_file/launch_plan.hpp"

#include <cstring>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

Formula formula(const std::string& text) { return {text, "s.toml:1:1"}; }

KernelStep launch_of(const std::string& function, const std::string& when = "") {
  KernelStep step;
  step.place = "s.toml:2:1";
  if (!when.empty()) step.when = formula(when);
  KernelLaunch& launch = step.launch.emplace();
  launch.function = {function, "s.toml:2:1"};
  launch.group = {formula("T"), formula("2")};
  launch.extent = {formula("n"), formula("3")};
  launch.in_items = true;
  return step;
}

KernelStep loop_of(const std::string& repeat, const std::string& index,
                   std::vector<KernelStep> steps, const std::string& until = "") {
  KernelStep step;
  step.place = "s.toml:3:1";
  step.repeat = formula(repeat);
  step.index = index;
  step.steps = std::move(steps);
  step.until = until;
  return step;
}

FormulaNames names() {
  return FormulaNames({{"T", Value(std::int64_t{16})}, {"n", Value(std::int64_t{100})}});
}

// The functions of a plan: rounds in brackets, with "until NAME" behind those that may end early.
std::string text_of(const std::vector<PlannedRounds>& plan) {
  std::string text;
  for (const PlannedRounds& part : plan) {
    for (const auto& round : part.rounds) {
      text += "[";
      for (const PlannedLaunch& launch : round) {
        text += launch.description->function.text;
        for (const PlannedArgument& argument : launch.arguments) text += "(" + argument.array + ")";
      }
      text += "]";
    }
    if (!part.until.empty()) text += " until " + part.until + " ";
  }
  return text;
}

std::string planned(std::vector<KernelStep> steps) {
  KernelDescription kernel;
  kernel.steps = std::move(steps);
  return text_of(plan_launches(kernel, names()));
}

std::string refusal(std::vector<KernelStep> steps) {
  try {
    static_cast<void>(planned(std::move(steps)));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

KernelArgument value_of(std::vector<ValuePart> parts) {
  KernelArgument argument;
  argument.kind = KernelArgument::Kind::value;
  argument.parts = std::move(parts);
  argument.is_struct = argument.parts.size() > 1;
  return argument;
}

std::vector<std::byte> bytes_of_value(std::vector<ValuePart> parts,
                                      assay_backend backend = ASSAY_OPENCL) {
  KernelDescription kernel;
  kernel.backend = backend;
  kernel.steps = {launch_of("f")};
  kernel.steps[0].launch->arguments = {value_of(std::move(parts))};
  return plan_launches(kernel, names()).at(0).rounds.at(0).at(0).arguments.at(0).bytes;
}

}  // namespace

TEST_CASE("work items are rounded up to whole groups, groups are counted as they are") {
  KernelDescription kernel;
  kernel.steps = {launch_of("f"), launch_of("g")};
  kernel.steps[1].launch->in_items = false;
  const auto plan = plan_launches(kernel, names());
  using Sizes = std::vector<std::size_t>;
  CHECK(plan.at(0).rounds.at(0).at(0).local == Sizes{16, 2});
  CHECK(plan.at(0).rounds.at(0).at(0).global == Sizes{112, 4});
  CHECK(plan.at(0).rounds.at(0).at(1).global == Sizes{1600, 6});
}

TEST_CASE("launches follow each other, loops are unrolled, and conditions leave steps out") {
  CHECK(planned({launch_of("f"), launch_of("g")}) == "[fg]");
  CHECK(planned({launch_of("f", "T > 16"), launch_of("g", "T <= 16")}) == "[g]");
  CHECK(planned({launch_of("f"), loop_of("3", "", {launch_of("g"), launch_of("h")})}) ==
        "[fghghgh]");
  CHECK(planned({loop_of("2", "a", {loop_of("a + 1", "b", {launch_of("f")}), launch_of("g")})}) ==
        "[fgffg]");
  CHECK(planned({loop_of("0", "", {launch_of("f")}), launch_of("g")}) == "[g]");
  CHECK(planned({loop_of("4", "k", {launch_of("f", "k % 2 == 0"), launch_of("g", "k == 3")})}) ==
        "[ffg]");
}

TEST_CASE("loops that end by a flag keep their rounds apart") {
  CHECK(planned({launch_of("f"), loop_of("3", "", {launch_of("g")}, "flag"), launch_of("h")}) ==
        "[f][g][g][g] until flag [h]");
  CHECK(planned({loop_of("2", "k", {loop_of("2", "", {launch_of("f")}), launch_of("g")}, "x")}) ==
        "[ffg][ffg] until x ");
  CHECK(refusal({loop_of("2", "", {loop_of("2", "", {launch_of("f")}, "x")}, "y")}) ==
        "s.toml:3:1: a loop with 'until' cannot contain another");
}

TEST_CASE("arrays take turns") {
  KernelStep step = launch_of("f");
  KernelArgument argument;
  argument.arrays = {"a", "b", "c"};
  argument.value = formula("k + 1");
  step.launch->arguments = {argument};
  CHECK(planned({loop_of("4", "k", {step})}) == "[f(b)f(c)f(a)f(b)]");
}

TEST_CASE("loops that never end in practice are refused with their place") {
  CHECK_THAT(refusal({loop_of("10000000", "", {launch_of("f", "false")})}),
             contains("s.toml:3:1") && contains("more than 1000000 times"));
  CHECK_THAT(refusal({loop_of("2000", "", {loop_of("2000", "", {launch_of("f")})})}),
             contains("more than 1000000 times"));
  CHECK_THAT(refusal({loop_of("0 - 1", "", {launch_of("f")})}), contains("at least 0"));
  CHECK_THAT(refusal({loop_of("T / 32", "", {launch_of("f")})}), contains("whole number"));
  CHECK_THAT(refusal({launch_of("f", "'text'")}), contains("true or false"));
}

TEST_CASE("values lie in memory as in a struct of C") {
  struct Mixed {
    char c;
    double d;
    short s;
    int k;
  };
  const auto part = [](assay_element element, const std::string& text) {
    return ValuePart{element, {formula(text)}};
  };
  const auto bytes = bytes_of_value({part(ASSAY_I8, "1"), part(ASSAY_F64, "0.5 * T"),
                                     part(ASSAY_I16, "0 - 3"), part(ASSAY_I32, "n")});
  REQUIRE(bytes.size() == sizeof(Mixed));
  Mixed mixed;
  std::memcpy(&mixed, bytes.data(), sizeof mixed);
  CHECK(mixed.c == 1);
  CHECK(mixed.d == 8);
  CHECK(mixed.s == -3);
  CHECK(mixed.k == 100);
  CHECK(bytes_of_value({part(ASSAY_F32, "1")}).size() == 4);
}

TEST_CASE("vectors have the sizes and alignments of their language") {
  const auto vector = [](assay_element element, std::size_t width) {
    return ValuePart{element, std::vector<Formula>(width, formula("1"))};
  };
  const ValuePart one = vector(ASSAY_I32, 1);
  const auto size = [&](std::size_t width, assay_backend backend) {
    return bytes_of_value({one, vector(ASSAY_F32, width)}, backend).size();
  };
  CHECK(size(2, ASSAY_OPENCL) == 16);
  CHECK(size(3, ASSAY_OPENCL) == 32);
  CHECK(size(4, ASSAY_OPENCL) == 32);
  CHECK(size(16, ASSAY_OPENCL) == 128);
  CHECK(size(2, ASSAY_CUDA) == 16);
  CHECK(size(3, ASSAY_CUDA) == 16);
  CHECK(size(4, ASSAY_CUDA) == 32);
  CHECK(bytes_of_value({one, vector(ASSAY_F64, 4)}, ASSAY_CUDA).size() == 48);
}

TEST_CASE("a number that its type cannot hold is refused with its place") {
  for (const auto& [element, text] :
       {std::pair(ASSAY_I32, "n / 3"), std::pair(ASSAY_U8, "3 * n"),
        std::pair(ASSAY_F16, "n * n * n"), std::pair(ASSAY_BOOL8, "2")}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(bytes_of_value({{element, {formula(text)}}}), contains("s.toml:1:1: "));
  }
}

TEST_CASE("names in expressions of functions become values, others stay") {
  KernelLaunch launch;
  launch.function.text = "ns::scale<float, T, 2 * T, TT, n>";
  CHECK(function_name(launch, names()) == launch.function.text);
  launch.by_expression = true;
  CHECK(function_name(launch, names()) == "ns::scale<float, 16, 2 * 16, TT, 100>");
  CHECK(base_name(launch.function.text) == "scale");
}
