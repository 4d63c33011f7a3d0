// Tests of derived quantities and published figures in scenarios.
#include "framework/core/error.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/two_problems.hpp"

using namespace assay;

namespace {

Beside beside_of(const std::string& text) { return test::parse_with_two_problems(text).beside; }

const std::string figure = "[[published]]\nsource = \"table 4\"\n";
const std::string rate =
    "[[derived]]\nname = \"rate\"\nunit = \"1/s\"\nvalue = \"points / seconds\"\n";

}  // namespace

TEST_CASE("a figure reaches its place with all its keys") {
  const Beside beside = beside_of(rate + figure + R"(machine = "GTX 680"
label = "TK ST SM"
variant = "streaming.cuda"
problem = "a/sum"
parameters.tile = 2
where.level = 6.0
where.seed = 7
seconds = 77.9071
samples = 500
values.rate = 393.976
facts.grid_points = 5503
)");
  REQUIRE(beside.published.size() == 1);
  const PublishedFigure& f = beside.published[0];
  CHECK(f.source == "table 4");
  CHECK(f.machine == "GTX 680");
  CHECK(f.label == "TK ST SM");
  CHECK(f.variant == "streaming.cuda");
  CHECK(f.seconds == 77.9071);
  CHECK(f.samples == 500);
  CHECK(f.parameters == Bindings{{"tile", std::int64_t{2}}});
  CHECK(f.values == NamedNumbers{{"rate", 393.976}});
  CHECK(f.facts == NamedNumbers{{"grid_points", 5503.0}});
  // The figure belongs to the one instance that it fits, including the argument that the instance
  // leaves open.
  REQUIRE(f.instances.size() == 1);
  const Bindings full = {{"level", std::int64_t{6}}, {"seed", std::int64_t{7}}};
  CHECK(matches(f.instances[0], "a/sum", full));
  CHECK_FALSE(matches(f.instances[0], "a/eval", full));
  CHECK_FALSE(
      matches(f.instances[0], "a/sum", {{"level", std::int64_t{6}}, {"seed", std::int64_t{8}}}));
  CHECK_FALSE(matches(f.instances[0], "a/sum", {{"level", std::int64_t{6}}}));
}

TEST_CASE("rows write many figures of which all but their columns is alike") {
  const Beside beside = beside_of(figure + R"(machine = "P100"
columns = ["where.level", "facts.points", "facts.share", "label"]
rows = [[5, 1471, 0.5, "five"],
        [6, 5503, 1.0, "six"]]
)");
  REQUIRE(beside.published.size() == 2);
  CHECK(beside.published[0].machine == "P100");
  CHECK(beside.published[0].facts == NamedNumbers{{"points", 1471.0}, {"share", 0.5}});
  CHECK(beside.published[1].label == "six");
  CHECK(beside.published[1].instances.size() == 2);  // one for each of the two problems
  CHECK_THAT(beside.published[1].place, contains("some.toml:9:"));
}

TEST_CASE("of a table's rows those are left out that fit no instance, but not all") {
  const std::string table = figure + "columns = [\"where.level\", \"seconds\"]\n";
  const Beside beside = beside_of(table + "rows = [[4, 1], [5, 2], [7, 3]]\n");
  REQUIRE(beside.published.size() == 1);
  CHECK(beside.published[0].seconds == 2);
  test::refuses_with_two_problems(table + "rows = [[4, 1], [7, 3]]\n",
                                  {"some.toml:7:", "matches no [[instance]]"});
  test::refuses_with_two_problems(table + "rows = []\n", {"published.rows", "empty"});
}

TEST_CASE("a derived quantity belongs to the scenario's instances, or those of its problems") {
  const Beside all = beside_of(rate);
  REQUIRE(all.derived.size() == 1);
  CHECK(all.derived[0].name == "rate");
  CHECK(all.derived[0].unit == "1/s");
  CHECK(all.derived[0].instances.size() == 4);
  CHECK(beside_of(rate + "against.level = 5\n").derived[0].against ==
        Bindings{{"level", std::int64_t{5}}});
  CHECK(beside_of(rate + "problem = \"a/sum\"\n").derived[0].instances.size() == 2);
}

TEST_CASE("mistakes are told with their place and what would be right") {
  test::refuses_with_two_problems(figure, {"some.toml:4:", "no figure"});
  test::refuses_with_two_problems("[[published]]\nseconds = 1\n",
                                  {"some.toml:4:", "published.source", "missing"});
  test::refuses_with_two_problems(figure + "second = 1\n",
                                  {"some.toml:6:", "published.second", "'seconds'"});
  test::refuses_with_two_problems(figure + "fact.points = 1\n",
                                  {"published.fact.points", "'facts'"});
  test::refuses_with_two_problems(figure + "seconds = 0\n",
                                  {"some.toml:6:", "'published.seconds'", "above 0"});
  test::refuses_with_two_problems(figure + "seconds = nan\n", {"published.seconds", "finite"});
  test::refuses_with_two_problems(figure + "seconds = \"fast\"\n", {"published.seconds", "a text"});
  test::refuses_with_two_problems(figure + "seconds = 1\nwhere.level = 7\n",
                                  {"matches no [[instance]]", "level=7"});
  test::refuses_with_two_problems(figure + "seconds = 1\nproblem = \"a/evil\"\n",
                                  {"matches no [[instance]]", "a/evil"});
  test::refuses_with_two_problems(rate + figure + "values.rat = 1\n",
                                  {"published.values.rat", "'rate'"});
  test::refuses_with_two_problems(figure + "columns = [\"seconds\"]\n", {"columns", "rows"});
  test::refuses_with_two_problems(figure + "columns = [\"seconds\"]\nrows = [[1], [1, 2]]\n",
                                  {"some.toml:7:", "arrays of 1 values"});
  test::refuses_with_two_problems(figure + "columns = [\"secunds\"]\nrows = [[1]]\n",
                                  {"secunds", "'seconds'"});
  test::refuses_with_two_problems("[[derived]]\nname = \"x\"\nvalue = \"2 * (seconds\"\n",
                                  {"some.toml:6:", "derived.value", "')' is expected"});
  test::refuses_with_two_problems("[[derived]]\nname = \"x\"\n", {"derived.value", "missing"});
  test::refuses_with_two_problems(rate + "problem = \"a/sun\"\n",
                                  {"derived.problem", "[[instance]]"});
  test::refuses_with_two_problems("[[variant]]\nname = \"v\"\noptional = \"yes\"\n",
                                  {"variant.optional", "true or false"});
}
