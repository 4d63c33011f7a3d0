// What a scenario sets beside its results: derived quantities and published figures.
#include "framework/core/error.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"

using namespace assay;

namespace {

const std::string instances = R"([[instance]]
problem = ["a/eval", "a/sum"]
level = [5, 6]
)";

Beside beside_of(const std::string& text) {
  return parse_scenario(instances + text, "folder/some.toml").beside;
}

void requires_error_beside(const std::string& text, const std::vector<std::string>& parts) {
  CAPTURE(text);
  test::requires_error([&] { (void)beside_of(text); }, parts);
}

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
  // Only the instance that it fits, with the argument that the instance leaves open.
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
  CHECK(beside.published[1].instances.size() == 2);  // both problems
  CHECK_THAT(beside.published[1].place, contains("some.toml:9:"));
}

TEST_CASE("of a table's rows those are left out that fit no instance, but not all") {
  const std::string table = figure + "columns = [\"where.level\", \"seconds\"]\n";
  const Beside beside = beside_of(table + "rows = [[4, 1], [5, 2], [7, 3]]\n");
  REQUIRE(beside.published.size() == 1);
  CHECK(beside.published[0].seconds == 2);
  requires_error_beside(table + "rows = [[4, 1], [7, 3]]\n",
                        {"some.toml:7:", "fits no [[instance]]"});
  requires_error_beside(table + "rows = []\n", {"published.rows", "empty"});
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
  requires_error_beside(figure, {"some.toml:4:", "no figure"});
  requires_error_beside("[[published]]\nseconds = 1\n",
                        {"some.toml:4:", "published.source", "missing"});
  requires_error_beside(figure + "second = 1\n", {"some.toml:6:", "published.second", "'seconds'"});
  requires_error_beside(figure + "fact.points = 1\n", {"published.fact.points", "'facts'"});
  requires_error_beside(figure + "seconds = 0\n",
                        {"some.toml:6:", "'published.seconds'", "above 0"});
  requires_error_beside(figure + "seconds = nan\n", {"published.seconds", "finite"});
  requires_error_beside(figure + "seconds = \"fast\"\n", {"published.seconds", "a text"});
  requires_error_beside(figure + "seconds = 1\nwhere.level = 7\n",
                        {"fits no [[instance]]", "level=7"});
  requires_error_beside(figure + "seconds = 1\nproblem = \"a/evil\"\n",
                        {"fits no [[instance]]", "a/evil"});
  requires_error_beside(rate + figure + "values.rat = 1\n", {"published.values.rat", "'rate'"});
  requires_error_beside(figure + "columns = [\"seconds\"]\n", {"columns", "rows"});
  requires_error_beside(figure + "columns = [\"seconds\"]\nrows = [[1], [1, 2]]\n",
                        {"some.toml:7:", "arrays of 1 values"});
  requires_error_beside(figure + "columns = [\"secunds\"]\nrows = [[1]]\n",
                        {"secunds", "'seconds'"});
  requires_error_beside("[[derived]]\nname = \"x\"\nvalue = \"2 * (seconds\"\n",
                        {"some.toml:6:", "derived.value", "')' is expected"});
  requires_error_beside("[[derived]]\nname = \"x\"\n", {"derived.value", "missing"});
  requires_error_beside(rate + "problem = \"a/sun\"\n", {"derived.problem", "[[instance]]"});
  requires_error_beside("[[variant]]\nname = \"v\"\noptional = \"yes\"\n",
                        {"variant.optional", "true or false"});
}
