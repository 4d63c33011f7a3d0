#include "framework/scenario/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

ReadParameter read(const std::string& text, const ArgumentValues& arguments = {}) {
  const toml::table table = toml::parse("p = " + text, std::string("s.toml"));
  return read_parameter("p", TomlTable(table, "kernel.parameters", {}), arguments);
}

std::string values_of(const std::string& text, const ArgumentValues& arguments = {}) {
  std::vector<std::string> texts;
  for (const Value& value : read(text, arguments).parameter.values) {
    texts.push_back(to_string(value));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string refusal(const std::string& text, const ArgumentValues& arguments = {}) {
  try {
    static_cast<void>(read(text, arguments));
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "accepted";
}

std::vector<Value> integers(std::vector<std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

TEST_CASE("ranges include their ends, in steps of one or any number") {
  CHECK(values_of("{ from = 1, to = 4 }") == "1 2 3 4");
  CHECK(values_of("{ from = 16, to = 256, step = 80 }") == "16 96 176 256");
  CHECK(values_of("{ from = 16, to = 50, step = 16 }") == "16 32 48");
  CHECK(values_of("{ from = 3, to = -3, step = -2 }") == "3 1 -1 -3");
  CHECK(values_of("{ from = 5, to = 5 }") == "5");
  // Rounding does not lose the last one.
  CHECK(read("{ from = 0.0, to = 1.0, step = 0.1 }").parameter.values.size() == 11);
  CHECK(std::holds_alternative<double>(read("{ from = 1.0, to = 2 }").parameter.values[0]));
  CHECK(std::holds_alternative<std::int64_t>(read("{ from = 1, to = 2 }").parameter.values[0]));
}

TEST_CASE("powers lie between their bounds") {
  CHECK(values_of("{ powers_of = 2, from = 1, to = 64 }") == "1 2 4 8 16 32 64");
  CHECK(values_of("{ powers_of = 2, from = 3, to = 33 }") == "4 8 16 32");
  CHECK(values_of("{ powers_of = 10, from = 1, to = 1000 }") == "1 10 100 1000");
  CHECK(values_of("{ powers_of = 2, from = 0.25, to = 2 }") == "0.25 0.5 1.0 2.0");
}

TEST_CASE("divisors are those of every instance, and each instance is constrained to its own") {
  const ArgumentValues arguments = {{"n", integers({12, 18})}, {"m", integers({2})}};
  const ReadParameter read_n = read("{ divisors_of = \"n\" }", arguments);
  CHECK(values_of("{ divisors_of = \"n\" }", arguments) == "1 2 3 4 6 9 12 18");
  REQUIRE(read_n.constraints.size() == 1);
  CHECK(read_n.constraints[0].expression == "(n) % p == 0");
  CHECK_THAT(read_n.constraints[0].reason, contains("no divisor of n") && contains("s.toml:1"));
  CHECK(values_of("{ divisors_of = \"n // m\" }", arguments) == "1 2 3 6 9");
  CHECK(values_of("{ divisors_of = 16 }") == "1 2 4 8 16");
  CHECK(values_of("{ divisors_of = \"n\", default = 4 }", arguments) == "1 2 3 4 6 9 12 18");
}

TEST_CASE("multiples are those of every instance; those of facts are left to a constraint") {
  CHECK(values_of("{ multiples_of = 8, from = 1, to = 33 }") == "8 16 24 32");
  CHECK(values_of("{ multiples_of = 3, from = -3, to = 3 }") == "-3 0 3");
  CHECK(read("{ multiples_of = 8, from = 0, to = 32 }").constraints.empty());
  const ArgumentValues arguments = {{"n", integers({4, 6})}};
  const ReadParameter of_n = read("{ multiples_of = \"n\", from = 0, to = 12 }", arguments);
  CHECK(values_of("{ multiples_of = \"n\", from = 0, to = 12 }", arguments) == "0 4 6 8 12");
  REQUIRE(of_n.constraints.size() == 1);
  CHECK(of_n.constraints[0].expression == "p % (n) == 0");
  const std::string of_fact = "{ multiples_of = \"2 * compute_units\", from = 0, to = 4 }";
  CHECK(values_of(of_fact, arguments) == "0 1 2 3 4");
  const ReadParameter read_fact = read(of_fact, arguments);
  REQUIRE(read_fact.constraints.size() == 1);
  CHECK(read_fact.constraints[0].expression == "p % (2 * compute_units) == 0");
  CHECK_THAT(read_fact.constraints[0].reason,
             contains("no multiple of 2 * compute_units") && contains("s.toml:1"));
}

TEST_CASE("permutations are all orders, the given one first") {
  CHECK(values_of("{ permutations_of = [\"x\", \"y\", \"z\"] }") ==
        "x,y,z x,z,y y,x,z y,z,x z,x,y z,y,x");
  CHECK(values_of("{ permutations_of = [1, 0] }") == "1,0 0,1");
  CHECK(read("{ permutations_of = [1, 2, 3, 4, 5, 6, 7, 8] }").parameter.values.size() == 40320);
}

TEST_CASE("a default is one of the values, by default the first") {
  CHECK(read("{ from = 2, to = 6 }").parameter.default_value == Value(std::int64_t{2}));
  CHECK(read("{ from = 2, to = 6, default = 4 }").parameter.default_value ==
        Value(std::int64_t{4}));
  CHECK_THAT(refusal("{ from = 2, to = 6, step = 2, default = 3 }"), contains("one of the values"));
}

TEST_CASE("mistakes in ranges of values are told with their places") {
  CHECK_THAT(refusal("{ doc = \"x\" }"), contains("values = [...]"));
  CHECK_THAT(refusal("{ from = 1 }"), contains("s.toml:1") && contains("'from' and 'to'"));
  CHECK_THAT(refusal("{ powers_of = 2, to = 4 }"), contains("'from' and 'to'"));
  CHECK_THAT(refusal("{ powers_of = 1, from = 1, to = 4 }"), contains("at least 1.01"));
  CHECK_THAT(refusal("{ powers_of = 2, from = 0, to = 4 }"), contains("at least 1.01"));
  CHECK_THAT(refusal("{ powers_of = 2, from = 5, to = 7 }"), contains("no value"));
  CHECK_THAT(refusal("{ from = 1, to = 4, step = 0 }"), contains("does not lead"));
  CHECK_THAT(refusal("{ from = 4, to = 1 }"), contains("does not lead"));
  CHECK_THAT(refusal("{ from = 1, to = 1e12 }"), contains("more than 100000"));
  CHECK_THAT(refusal("{ from = 0, to = 1, step = 1e-300 }"), contains("more than 100000"));
  CHECK_THAT(refusal("{ values = [1], from = 1, to = 2 }"), contains("exclude each other"));
  CHECK_THAT(refusal("{ divisors_of = \"k\" }"), contains("'k'") && contains("^"));
  CHECK_THAT(refusal("{ divisors_of = 0 }"), contains("at least 1"));
  CHECK_THAT(refusal("{ divisors_of = 1e15 }"), contains("more than"));
  CHECK_THAT(refusal("{ multiples_of = \"2 +\", from = 1, to = 2 }"), contains("^"));
  CHECK_THAT(refusal("{ multiples_of = 0, from = 1, to = 2 }"), contains("at least 1"));
  CHECK_THAT(refusal("{ multiples_of = \"units\", to = 2 }"), contains("'from' and 'to'"));
  CHECK_THAT(refusal("{ multiples_of = 4, from = 1, to = 3 }"), contains("no value"));
  CHECK_THAT(refusal("{ multiples_of = \"units\", from = 1, to = 1e6 }"),
             contains("more than 100000"));
  CHECK_THAT(refusal("{ multiples_of = 4, from = 1, to = 9, step = 1, values = [1] }"),
             contains("exclude each other"));
  CHECK_THAT(refusal("{ permutations_of = [1, 2, 3, 4, 5, 6, 7, 8, 9] }"), contains("1 to 8"));
  CHECK_THAT(refusal("{ frm = 1, to = 2 }"), contains("from"));
}
