#include "framework/core/space/space.hpp"

#include <set>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/space/failure.hpp"
#include "tests/framework/core/space/random_space.hpp"

using namespace assay;
using namespace assay::testing;
using namespace std::string_literals;

namespace {

// The number of changed parameters, and the number of steps along their values that all changes
// take.
std::pair<std::size_t, std::ptrdiff_t> distance_from_defaults(
    const std::vector<Parameter>& parameters, const Bindings& configuration) {
  std::pair<std::size_t, std::ptrdiff_t> distance{0, 0};
  for (const auto& p : parameters) {
    const auto position = [&](const Value& value) {
      return std::find(p.values.begin(), p.values.end(), value);
    };
    const Value* value = find(configuration, p.name);
    if (value == nullptr) continue;
    const auto steps = std::abs(position(*value) - position(p.default_value));
    distance.first += steps == 0 ? 0 : 1;
    distance.second += steps;
  }
  return distance;
}

// The configuration without the parameters whose condition is false.
Bindings counting(const std::vector<Parameter>& parameters, const Bindings& configuration,
                  const Constants& constants) {
  std::vector<std::string> names;
  std::vector<Scalar> slots;
  for (const auto& [name, value] : configuration) {
    names.push_back(name);
    slots.push_back(Scalar::of(value));
  }
  for (const auto& [name, value] : constants) {
    names.push_back(name);
    slots.push_back(Scalar::of(value));
  }
  Bindings result;
  for (const auto& p : parameters) {
    if (p.condition.empty() || Expression::parse(p.condition, names).holds(slots)) {
      result.emplace_back(p.name, *find(configuration, p.name));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a space without constraints is the product") {
  const SearchSpace space({parameter("a", {1, 2, 3}), parameter("b", {4, 5})}, {}, {});
  CHECK(space.size() == 6);
  CHECK(space.product_size() == 6);
  std::set<std::string> seen;
  for (std::uint64_t k = 0; k < space.size(); ++k) {
    const auto configuration = space.at(k);
    CHECK(configuration[0].first == "a");  // declaration order
    CHECK(configuration[1].first == "b");
    CHECK(space.index_of(configuration) == k);
    seen.insert(canonical_text(configuration));
  }
  CHECK(seen.size() == 6);
  CHECK_THROWS_AS(space.at(6), Error);
}

TEST_CASE("a space without parameters holds the empty configuration") {
  const SearchSpace space({}, {}, {});
  CHECK(space.size() == 1);
  CHECK(space.at(0).empty());
  CHECK(space.index_of({}) == 0U);
  CHECK(space.default_index() == 0U);
}

TEST_CASE("a parameter whose condition is false keeps its default and does not multiply") {
  const SearchSpace space(
      {parameter("local", {0, 1}), parameter("tile", {8, 16, 32}, "local == 1")}, {}, {});
  CHECK(space.size() == 4);
  CHECK(space.index_of({{"local", whole(0)}, {"tile", whole(8)}}).has_value());
  CHECK_FALSE(space.index_of({{"local", whole(0)}, {"tile", whole(16)}}).has_value());
  CHECK(space.why_excluded({{"local", whole(0)}, {"tile", whole(16)}}) ==
        "excluded because 'tile' must keep its default 8 where 'local == 1' is false");
  // A parameter is left out where its condition is false, and takes its default where it is left
  // out.
  const auto without = space.index_of({{"local", whole(0)}});
  REQUIRE(without);
  CHECK(space.at(*without) == Bindings{{"local", whole(0)}});
  CHECK(space.index_of({{"local", whole(1)}}) ==
        space.index_of({{"local", whole(1)}, {"tile", whole(8)}}));
  CHECK_FALSE(space.index_of({{"tile", whole(8)}}));
  CHECK(space.why_excluded({{"local", whole(1)}, {"tile", whole(16)}}).empty());
}

TEST_CASE("a condition may depend on a conditional parameter") {
  const SearchSpace space({parameter("a", {0, 1}), parameter("b", {0, 1}, "a == 1"),
                           parameter("c", {0, 1, 2}, "b == 1")},
                          {}, {});
  CHECK(space.size() == 1 + 1 + 3);
}

TEST_CASE("values of all kinds take part") {
  Parameter order{"order", "", {"none"s, "z-order"s}, "z-order"s, ""};
  Parameter fast{"fast", "", {false, true}, false, ""};
  Parameter share{"share", "", {0.25, 0.5, 1.0}, 0.5, ""};
  const SearchSpace space({order, fast, share},
                          {{"order == 'z-order' or not fast", ""}, {"share <= limit", ""}},
                          {{"limit", 0.5}});
  CHECK(space.size() == 3 * 2);
  CHECK(space.at(space.default_index()) ==
        Bindings{{"order", "z-order"s}, {"fast", false}, {"share", 0.5}});
}

TEST_CASE("a configuration outside the space has no number and a reason") {
  const SearchSpace space({parameter("block", {32, 64, 128}), parameter("points", {1, 2})},
                          {{"block * points <= max_threads", "the device has too few threads"}},
                          {{"max_threads", 128.0}});
  CHECK(space.size() == 5);
  const std::pair<Bindings, const char*> cases[] = {
      {{{"block", whole(128)}, {"points", whole(2)}},
       "excluded because the device has too few threads: block * points <= max_threads (with "
       "max_threads = 128.0)"},
      {{{"block", whole(48)}, {"points", whole(2)}},
       "48 is not a value of 'block'; its values are 32"},
      {{{"block", 32.0}, {"points", whole(2)}}, "32.0 is not a value"},
      {{{"block", whole(32)}}, "'points' has no value"},
      {{{"blok", whole(32)}, {"points", whole(2)}}, "did you mean 'block'?"},
      {{{"block", whole(32)}, {"block", whole(32)}}, "'block' is given twice"},
  };
  for (const auto& [configuration, reason] : cases) {
    CHECK_FALSE(space.index_of(configuration).has_value());
    CHECK_THAT(space.why_excluded(configuration), contains(reason));
  }
  CHECK(space.index_of({{"points", whole(2)}, {"block", whole(64)}}).has_value());  // any order
}

TEST_CASE("where a constraint excludes the defaults, the nearest configuration stands for them") {
  const SearchSpace space(
      {parameter("a", {1, 2, 4, 8}), parameter("b", {1, 2}), parameter("c", {1, 2})},
      {{"a * b > 2", ""}}, {});
  // The nearest configuration changes one parameter by two steps, not two by one step each.
  CHECK(space.at(space.default_index()) ==
        Bindings{{"a", whole(4)}, {"b", whole(1)}, {"c", whole(1)}});
}

TEST_CASE("given values hold and the rest comes as near to the defaults as it can") {
  const SearchSpace space({parameter("a", {1, 2, 4, 8}), parameter("b", {1, 2, 4})},
                          {{"a >= 2 * b", ""}}, {});
  const auto with = [&](const Bindings& given) {
    const auto index = space.nearest(given);
    return index ? to_string(space.at(*index)) : "none";
  };
  CHECK(with({}) == "a=2 b=1");
  CHECK(with({{"b", whole(2)}}) == "a=4 b=2");
  CHECK(with({{"a", whole(8)}, {"b", whole(4)}}) == "a=8 b=4");
  CHECK(with({{"a", whole(1)}}) == "none");
  CHECK(with({{"b", whole(3)}}) == "none");
  CHECK(with({{"d", whole(1)}}) == "none");
}

TEST_CASE("an empty space names the constraint that emptied it") {
  const auto parameters = {parameter("a", {1, 2}), parameter("b", {1, 2, 3})};
  CHECK(failure(parameters, {{"a < 3", ""}, {"a + b > cores", "of the cores"}, {"b < 3", ""}},
                {{"cores", whole(64)}}) ==
        "no configuration is left: the constraint 'a + b > cores' excludes all 6 that the "
        "constraints before it admit (with cores = 64), because of the cores");
  CHECK_THAT(failure(parameters, {{"a == b", ""}, {"a != b", ""}}),
             contains("'a != b' excludes all 2 that the constraints before it"));
  CHECK_THAT(failure(parameters, {{"false", ""}}),
             contains("'false' excludes all 6 that the parameter values"));
}

TEST_CASE("bad descriptions are refused") {
  CHECK_THAT(failure({parameter("a", {1}), parameter("a", {2})}, {}), contains("two parameters"));
  CHECK_THAT(failure({parameter("a", {1, 2, 1})}, {}), contains("lists the value 1 twice"));
  CHECK_THAT(failure({Parameter{"a", "", {}, whole(1), ""}}, {}), contains("has no values"));
  CHECK_THAT(failure({Parameter{"a", "", {whole(2)}, whole(1), ""}}, {}),
             contains("default 1 of the parameter 'a'"));
  CHECK_THAT(failure({parameter("tile", {1})}, {{"tyle < 3", ""}}),
             contains("did you mean 'tile'?"));
  CHECK_THAT(failure({parameter("tile", {1}, "tile <")}, {}),
             contains("in the condition 'tile <' of the parameter 'tile'"));
}

TEST_CASE("a constraint without value is an error only where the others let it happen") {
  const auto parameters = {parameter("a", {4, 6}), parameter("b", {0, 2, 3})};
  CHECK_THAT(failure(parameters, {{"a % b == 0", ""}}),
             contains("the constraint 'a % b == 0' cannot be evaluated for a=4 b=0: division by"));
  // The order of the constraints does not matter.
  CHECK(SearchSpace(parameters, {{"a % b == 0", ""}, {"b != 0", ""}}, {}).size() == 3);
  CHECK(SearchSpace(parameters, {{"b != 0", ""}, {"a % b == 0", ""}}, {}).size() == 3);
}

TEST_CASE("a condition without value is an error at its parameter's default too") {
  const auto parameters = {parameter("a", {0, 1}), parameter("b", {1, 2}, "4 / a > 2")};
  CHECK_THAT(failure(parameters, {}),
             contains("the condition '4 / a > 2' of the parameter 'b' cannot be evaluated for a=0 "
                      "b=1: division by"));
  CHECK(SearchSpace(parameters, {{"a != 0", ""}}, {}).size() == 2);
}

TEST_CASE("a parameter hides a constant of its name") {
  CHECK(SearchSpace({parameter("n", {1, 2})}, {{"n == 2", ""}}, {{"n", whole(5)}}).size() == 1);
}

TEST_CASE("a space can be moved") {
  SearchSpace space({parameter("a", {1, 2, 3})}, {{"a != 2", ""}}, {});
  SearchSpace moved = std::move(space);
  CHECK(moved.size() == 2);
  CHECK(moved.index_of({{"a", whole(3)}}).has_value());
  CHECK_FALSE(moved.why_excluded({{"a", whole(2)}}).empty());
}

TEST_CASE("a listed space holds exactly what is listed") {
  const std::vector<Parameter> parameters = {parameter("a", {1, 2, 3}), parameter("b", {4, 5}),
                                             parameter("c", {6, 7, 8, 9})};
  const auto space =
      SearchSpace::from_configurations(parameters, {{2, 0, 3}, {0, 1, 0}, {1, 1, 3}, {1, 0, 2}});
  CHECK(space.size() == 4);
  CHECK(space.product_size() == 24);
  std::set<std::string> seen;
  for (std::uint64_t k = 0; k < space.size(); ++k) {
    CHECK(space.index_of(space.at(k)) == k);
    seen.insert(to_string(space.at(k)));
  }
  CHECK(seen == std::set<std::string>{"a=1 b=5 c=6", "a=2 b=4 c=8", "a=2 b=5 c=9", "a=3 b=4 c=9"});
  CHECK_FALSE(space.index_of({{"a", whole(1)}, {"b", whole(4)}, {"c", whole(6)}}));
  CHECK(space.why_excluded({{"a", whole(1)}, {"b", whole(4)}, {"c", whole(6)}}) ==
        "excluded because it is not among the configurations listed");
  CHECK(to_string(space.at(space.default_index())) == "a=1 b=5 c=6");
  const auto with_nine = space.nearest({{"c", whole(9)}});
  REQUIRE(with_nine);
  CHECK(to_string(space.at(*with_nine)) == "a=3 b=4 c=9");
}

TEST_CASE("bad lists are refused by the place of the culprit") {
  const std::vector<Parameter> two = {parameter("a", {1, 2, 3}), parameter("b", {4, 5})};
  const auto list_failure = [](const std::vector<Parameter>& parameters,
                               std::vector<std::vector<std::uint32_t>> list) -> std::string {
    try {
      const auto space = SearchSpace::from_configurations(parameters, std::move(list));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      return error.what();
    }
    return "no failure";
  };
  CHECK(list_failure(two, {}) == "no configuration is listed");
  CHECK(list_failure(two, {{0, 0}, {2, 1}, {1, 1}, {2, 1}}) ==
        "the configurations 1 and 3 of the list are the same: a=3 b=5");
  CHECK(
      list_failure(two, {{0, 0}, {0, 2}}) ==
      "the configuration 1 of the list has the index 2 for the parameter 'b', which has 2 values");
  CHECK(list_failure(two, {{0, 4294967295U}}) ==
        "the configuration 0 of the list has the index 4294967295 for the parameter 'b', which has "
        "2 values");
  CHECK(list_failure(two, {{0, 0}, {1}}) ==
        "the configuration 1 of the list has 1 indices for 2 parameters");
  CHECK(list_failure(two, {{0, 0, 0}}) ==
        "the configuration 0 of the list has 3 indices for 2 parameters");
  CHECK(list_failure({}, {{}, {}}) ==
        "the configurations 0 and 1 of the list are the same: (none)");
  CHECK(list_failure({parameter("a", {1, 2}), parameter("b", {4, 5}, "a == 2")},
                     {{0, 0}, {1, 1}, {0, 1}}) ==
        "the configuration 2 of the list is excluded because 'b' must keep its default 4 where 'a "
        "== 2' is false");
  CHECK_THAT(
      list_failure({parameter("a", {0, 1}), parameter("b", {1, 2}, "4 / a > 2")}, {{1, 1}, {0, 0}}),
      contains("in the configuration 1 of the list: division by"));
  CHECK_THAT(list_failure({parameter("a", {1, 2}, "cores > 2")}, {{0}}), contains("'cores'"));
  CHECK_THAT(list_failure({parameter("a", {1, 1})}, {{0}}), contains("lists the value 1 twice"));
}

TEST_CASE("a listed space leaves out the parameters that do not count") {
  const auto space = SearchSpace::from_configurations(
      {parameter("a", {1, 2}), parameter("b", {4, 5}, "a == 2")}, {{0, 0}, {1, 0}});
  CHECK(space.size() == 2);
  CHECK(space.index_of({{"a", whole(1)}}).has_value());
  CHECK(to_string(space.at(*space.index_of({{"a", whole(1)}}))) == "a=1");
  CHECK(to_string(space.at(*space.index_of({{"a", whole(2)}}))) == "a=2 b=4");
}

TEST_CASE("a listed space without parameters holds the empty configuration") {
  const auto space = SearchSpace::from_configurations({}, {{}});
  CHECK(space.size() == 1);
  CHECK(space.at(0).empty());
  CHECK(space.index_of({}) == 0U);
}

TEST_CASE("CLBlast's GEMM space has the published number of configurations") {
  const std::vector<Parameter> parameters = {parameter("MWG", {16, 32, 64, 128}),
                                             parameter("NWG", {16, 32, 64, 128}),
                                             parameter("KWG", {16, 32}),
                                             parameter("MDIMC", {8, 16, 32}),
                                             parameter("NDIMC", {8, 16, 32}),
                                             parameter("MDIMA", {8, 16, 32}),
                                             parameter("NDIMB", {8, 16, 32}),
                                             parameter("KWI", {2}),
                                             parameter("VWM", {1, 2, 4, 8}),
                                             parameter("VWN", {1, 2, 4, 8}),
                                             parameter("STRM", {0, 1}),
                                             parameter("STRN", {0, 1}),
                                             parameter("SA", {0, 1}),
                                             parameter("SB", {0, 1})};
  const SearchSpace space(parameters,
                          {{"KWG % KWI == 0", ""},
                           {"MWG % (MDIMC * VWM) == 0", ""},
                           {"NWG % (NDIMC * VWN) == 0", ""},
                           {"MWG % (MDIMA * VWM) == 0", ""},
                           {"NWG % (NDIMB * VWN) == 0", ""},
                           {"KWG % ((MDIMC * NDIMC) / MDIMA) == 0", ""},
                           {"KWG % ((MDIMC * NDIMC) / NDIMB) == 0", ""}},
                          {});
  CHECK(space.product_size() == 663552);
  CHECK(space.size() == 120800);
  for (std::uint64_t k = 0; k < space.size(); k += 97) CHECK(space.index_of(space.at(k)) == k);
}

TEST_CASE("a space far too large to list is counted and numbered exactly") {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  for (int k = 0; k < 18; ++k) {
    parameters.push_back(parameter(fmt::format("p{}", k), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    if (k > 0) {
      constraints.push_back({fmt::format("p{} <= p{}", k - 1, k), "neighbours ascend"});
    }
  }
  const SearchSpace space(parameters, constraints, {});
  CHECK(space.product_size() == Approx(1e18));
  CHECK(space.size() == 4686825);  // multisets: 27 over 9
  const SearchSpace free({parameters.begin(), parameters.begin() + 15}, {}, {});
  CHECK(free.size() == 1'000'000'000'000'000U);
  const std::uint64_t number = 123'456'789'012'345U;
  CHECK(free.index_of(free.at(number)) == number);
}

TEST_CASE("random spaces agree with brute force") {
  std::mt19937 random(11);
  int nonempty = 0;
  for (int round = 0; round < 400; ++round) {
    const RandomSpace described = random_space(random);
    const auto& parameters = described.parameters;
    const auto& constraints = described.constraints;
    const auto& constants = described.constants;
    const auto expected = brute_force(parameters, constraints, constants);
    if (expected.empty()) {
      CHECK_THAT(failure(parameters, constraints, constants), contains("no configuration is left"));
      continue;
    }
    ++nonempty;
    const SearchSpace space(parameters, constraints, constants);
    REQUIRE(space.size() == expected.size());
    std::set<std::uint64_t> numbers;
    for (const auto& configuration : expected) {
      const auto index = space.index_of(configuration);
      REQUIRE(index.has_value());
      const auto counted = counting(parameters, configuration, constants);
      CHECK(space.at(*index) == counted);
      CHECK(space.index_of(counted) == index);
      CHECK(space.why_excluded(configuration).empty());
      numbers.insert(*index);
    }
    CHECK(numbers.size() == expected.size());
    const auto nearest = std::min_element(
        expected.begin(), expected.end(), [&](const Bindings& a, const Bindings& b) {
          return distance_from_defaults(parameters, a) < distance_from_defaults(parameters, b);
        });
    CHECK(distance_from_defaults(parameters, space.at(space.default_index())) ==
          distance_from_defaults(parameters, *nearest));
    // Combinations that are not admitted are reported as excluded.
    for (const auto& configuration : brute_force(parameters, {}, constants)) {
      const bool in = std::find(expected.begin(), expected.end(), configuration) != expected.end();
      CHECK(space.index_of(configuration).has_value() == in);
      CHECK(space.why_excluded(configuration).empty() == in);
    }
  }
  CHECK(nonempty > 200);
}
