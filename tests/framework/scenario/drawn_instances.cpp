#include "framework/scenario/drawn_instances.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "framework/core/error.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"

using namespace assay;

namespace {

std::vector<InstanceSpec> drawn(const std::string& lines) {
  const std::string text = "[[instance]]\nproblem = \"p\"\n" + lines + "\n";
  return parse_scenario(text, "folder/some.toml").instances;
}

void requires_error(const std::string& lines, const std::vector<std::string>& parts) {
  CAPTURE(lines);
  test::requires_error([&] { (void)drawn(lines); }, parts);
}

const Value& value_of(const InstanceSpec& instance, const std::string& name) {
  for (const auto& [argument, value] : instance.arguments) {
    if (argument == name) return value;
  }
  throw std::logic_error("no argument " + name);
}
std::int64_t integer_of(const InstanceSpec& instance, const std::string& name) {
  return std::get<std::int64_t>(value_of(instance, name));
}

}  // namespace

TEST_CASE("as many instances are drawn as are asked for, all different, and always the same") {
  const std::string lines = "sample = 300\nn = { from = 1, to = 1000000 }\nkind = \"a\"";
  const auto instances = drawn(lines);
  REQUIRE(instances.size() == 300);
  std::set<std::int64_t> sizes;
  for (const InstanceSpec& instance : instances) {
    CHECK(instance.problem == "p");
    CHECK(std::get<std::string>(value_of(instance, "kind")) == "a");
    sizes.insert(integer_of(instance, "n"));
  }
  CHECK(sizes.size() == 300);
  CHECK(*sizes.begin() >= 1);
  CHECK(*sizes.rbegin() <= 1'000'000);
  const auto again = drawn(lines);
  for (std::size_t k = 0; k < again.size(); ++k) {
    CHECK(again[k].arguments == instances[k].arguments);
  }
  CHECK(drawn("sample = { count = 300, seed = 2 }\nn = { from = 1, to = 1000000 }")[0].arguments !=
        drawn("sample = { count = 300, seed = 3 }\nn = { from = 1, to = 1000000 }")[0].arguments);
}

TEST_CASE("a range of whole numbers is drawn to its ends, each number as often as another") {
  std::map<std::int64_t, std::size_t> counts;
  const auto instances =
      drawn("sample = 4000\nn = { from = -2, to = 3 }\nother = { from = 0, to = 100000000 }");
  for (const InstanceSpec& instance : instances) ++counts[integer_of(instance, "n")];
  REQUIRE(counts.size() == 6);
  for (const auto& [number, count] : counts)
    CHECK(std::abs(static_cast<double>(count) - 4000.0 / 6) < 20);
}

TEST_CASE("with the scale log every ratio is as likely as another") {
  std::map<int, std::size_t> decades;
  for (const InstanceSpec& instance :
       drawn("sample = 1000\nn = { from = 100, to = 99999999, scale = \"log\" }")) {
    ++decades[static_cast<int>(std::log10(static_cast<double>(integer_of(instance, "n"))))];
  }
  REQUIRE(decades.size() == 6);
  for (const auto& [decade, count] : decades)
    CHECK(std::abs(static_cast<double>(count) - 1000.0 / 6) < 12);
}

TEST_CASE("multiples and reals are drawn from between the ends") {
  for (const InstanceSpec& instance :
       drawn("sample = 50\nn = { from = 3, to = 1001, scale = \"log\", multiple_of = 4 }")) {
    CHECK(integer_of(instance, "n") % 4 == 0);
    CHECK(integer_of(instance, "n") >= 4);
    CHECK(integer_of(instance, "n") <= 1000);
  }
  for (const InstanceSpec& instance :
       drawn("sample = 50\nx = { from = 0.5, to = 2, scale = \"log\" }")) {
    const double x = std::get<double>(value_of(instance, "x"));
    CHECK(x >= 0.5);
    CHECK(x <= 2);
  }
}

TEST_CASE("large whole numbers may be written with an exponent") {
  for (const InstanceSpec& one :
       drawn("sample = 20\nn = { from = 100, to = 1e8, scale = \"log\" }")) {
    CHECK(integer_of(one, "n") >= 100);
  }
  for (const InstanceSpec& one : drawn("sample = 20\nx = { from = 1.0, to = 2.0 }")) {
    CHECK(std::get<double>(value_of(one, "x")) >= 1);
  }
}

TEST_CASE("choices are drawn by their weights, without weights all as often") {
  std::map<std::string, std::size_t> weighted;
  std::map<std::string, std::size_t> even;
  for (const InstanceSpec& instance :
       drawn("sample = 1000\nn = { from = 1, to = 1000000000 }\nkind = [\"a\", \"b\"]\n"
             "precision = { values = [\"float\", \"double\"], weights = [3, 1] }")) {
    ++weighted[std::get<std::string>(value_of(instance, "precision"))];
    ++even[std::get<std::string>(value_of(instance, "kind"))];
  }
  CHECK(std::abs(static_cast<double>(weighted["float"]) - 750) < 25);
  CHECK(std::abs(static_cast<double>(even["a"]) - 500) < 25);
}

TEST_CASE("only instances that satisfy all conditions are drawn, for every problem the same") {
  const auto instances = parse_scenario(R"(
[[instance]]
problem = ["p", "q"]
sample = { count = 40, where = ["rows * columns <= 10000", "rows >= columns"] }
rows = { from = 1, to = 10000, scale = "log" }
columns = { from = 1, to = 10000, scale = "log" }
)",
                                        "some.toml")
                             .instances;
  REQUIRE(instances.size() == 80);
  for (std::size_t k = 0; k < 40; ++k) {
    CHECK(integer_of(instances[k], "rows") * integer_of(instances[k], "columns") <= 10'000);
    CHECK(integer_of(instances[k], "rows") >= integer_of(instances[k], "columns"));
    CHECK(instances[k].problem == "p");
    CHECK(instances[40 + k].problem == "q");
    CHECK(instances[k].arguments == instances[40 + k].arguments);
  }
}

TEST_CASE("what cannot be drawn is told with its place and the cure") {
  requires_error("n = { from = 1, to = 2 }", {"some.toml:3", "sample = 100"});
  requires_error("sample = 0\nn = 1", {"some.toml:3", "sample"});
  requires_error("sample = 20000\nn = 1", {"some.toml:3", "10000"});
  requires_error("sample = 3\nn = { from = 1, to = 2 }", {"some.toml:3", "found only 2"});
  requires_error("sample = 3\nn = { from = 1 }", {"'to'", "is missing"});
  requires_error("sample = 3\nn = { from = 5, to = 2 }", {"some.toml:4", "below 'from' = 5"});
  requires_error("sample = 3\nn = { from = 0, to = 2, scale = \"log\" }", {"above 0"});
  requires_error("sample = 3\nn = { from = 1, to = 2, scale = \"cubic\" }",
                 {"'cubic'", "linear or log"});
  requires_error("sample = 3\nn = { from = 5, to = 7, multiple_of = 4 }", {"leaves no value"});
  requires_error("sample = 3\nn = { from = 0.5, to = 7, multiple_of = 4 }", {"whole numbers"});
  requires_error("sample = 3\nn = { values = [1, 2], weights = [1] }", {"1 numbers for 2 values"});
  requires_error("sample = 3\nn = { values = [1, 2], weights = [1, 0] }", {"above 0"});
  requires_error("sample = 3\nn = { values = [1, 2], from = 3 }", {"exclude each other"});
  requires_error("sample = 3\nn = { from = 1, to = 9, weights = [1] }", {"are for 'values'"});
  requires_error("sample = 3\nn = { form = 1, to = 9 }", {"form", "from"});
  requires_error("sample = { seed = 3 }\nn = { from = 1, to = 9 }",
                 {"'instance.sample.count'", "is missing"});
  requires_error("sample = { count = 3, where = [\"m > 2\"] }\nn = { from = 1, to = 9 }",
                 {"where", "m"});
  requires_error("sample = { count = 3, where = [\"n > 10\"] }\nn = { from = 1, to = 9 }",
                 {"found only 0", "satisfy 'where'"});
  requires_error("sample = { count = 3, where = [\"n // 0 > 1\"] }\nn = { from = 1, to = 9 }",
                 {"where"});
}

TEST_CASE("instances of similar sizes are held out together or not at all") {
  const std::string text =
      "[[instance]]\nproblem = \"p\"\nsample = { count = 200, held_out = 60 }\n"
      "n = { from = 1, to = 1e6, scale = \"log\" }\nm = { from = 1, to = 1e6, scale = \"log\" }\n"
      "kind = [\"a\", \"b\"]\n";
  const Scenario scenario = parse_scenario(text, "folder/some.toml");
  CHECK(scenario.instances.size() + scenario.held_out.size() == 260);
  CHECK(scenario.held_out.size() == 60);  // many groups have one instance alone
  for (const char* name : {"n", "m"}) {
    const auto number = [&](const InstanceSpec& one) { return integer_of(one, name); };
    const auto range = std::ranges::minmax(scenario.instances, {}, number);
    for (const InstanceSpec& one : scenario.held_out) {
      CHECK(number(one) >= number(range.min));
      CHECK(number(one) <= number(range.max));
    }
  }
  std::set<std::pair<double, double>> seen;
  const auto group = [](const InstanceSpec& one) {
    return std::pair(std::floor(std::log2(integer_of(one, "n"))),
                     std::floor(std::log2(integer_of(one, "m"))));
  };
  for (const InstanceSpec& one : scenario.instances) seen.insert(group(one));
  for (const InstanceSpec& one : scenario.held_out) CHECK_FALSE(seen.contains(group(one)));
}

TEST_CASE("no instance is held out unless asked for, nor where all are of similar sizes") {
  CHECK(parse_scenario("[[instance]]\nproblem = \"p\"\nsample = 20\nn = { from = 1, to = 99 }\n",
                       "folder/some.toml")
            .held_out.empty());
  requires_error("sample = { count = 20, held_out = 5 }\nn = { from = 64, to = 127 }",
                 {"some.toml:3:", "holds out 5 instances", "widen"});
  requires_error("sample = { count = 20, held_out = -5 }\nn = { from = 64, to = 127 }",
                 {"some.toml:3:", "held_out"});
}

TEST_CASE("instances of a kernel file's own problem are drawn as others are") {
  const std::string text =
      "[problem]\nname = \"fill\"\narguments = { n = 100 }\n"
      "arrays.y = { type = \"int\", shape = \"n\", output = true }\n"
      "[[kernel]]\nsource = \"fill.cl\"\narguments = [\"y\"]\nlocal = [\"block\"]\n"
      "grid = [\"ceil_div(n, block)\"]\nparameters.block = [32, 64]\n"
      "[[instance]]\nsample = { count = 20, held_out = 5 }\nn = { from = 4, to = 65536 }\n";
  CHECK(parse_scenario(text, "folder/some.toml").instances.size() >= 20);
}
