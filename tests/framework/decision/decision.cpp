// What anybody may have made of a dispatcher's JSON.
#include "framework/decision/decision.hpp"

#include <limits>

#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "tests/catch.hpp"
#include "tests/framework/decision/sample.hpp"

using namespace assay;
using namespace assay::decision;
using nlohmann::json;

namespace {

void refuses(const json& tree, const std::vector<std::string>& parts) {
  CAPTURE(tree.dump());
  try {
    static_cast<void>(decision_from_json(tree.dump()));
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    for (const auto& part : parts) CHECK_THAT(error.what(), contains(part));
    CHECK(std::string_view(error.what()).size() < 2000);
  }
}

// Refuses the sample with another value at a place.
void refuses_at(const char* place, const json& value, const std::vector<std::string>& parts) {
  json tree = test::sample_tree();
  tree[json::json_pointer(place)] = value;
  refuses(tree, parts);
}

// The sample with something else in a drawn place, or without it.
json damaged(Random& random) {
  static const std::vector<json> values = {nullptr,
                                           true,
                                           -1,
                                           0,
                                           1,
                                           2,
                                           1e300,
                                           -0.5,
                                           1ULL << 63U,
                                           "",
                                           "rows",
                                           "x",
                                           json::array(),
                                           json::object(),
                                           json::array({json::array()}),
                                           json::array({"rows", "rows", "rows"})};
  const json flat = test::sample_tree().flatten();
  auto place = flat.begin();
  std::advance(place, static_cast<std::ptrdiff_t>(random.below(flat.size())));
  json::json_pointer pointer(place.key());
  while (!pointer.empty() && random.below(3) == 0) pointer.pop_back();
  json tree = test::sample_tree();
  const bool removes =
      !pointer.empty() && tree[pointer.parent_pointer()].is_object() && random.below(4) == 0;
  if (removes) {
    tree[pointer.parent_pointer()].erase(pointer.back());
  } else {
    tree[pointer] = values[random.below(values.size())];
  }
  return tree;
}

}  // namespace

TEST_CASE("a decision chooses by the tree within what was measured, else the default") {
  const Decision decision = decision_from_json(test::sample_tree().dump());
  const auto choose = [&](double rows, double type) { return decision.choose({rows, type}); };
  CHECK(choose(64, 0) == 1);
  CHECK(choose(65, 0) == 2);  // 65 % 4 is 1
  CHECK(choose(68, 0) == 0);
  CHECK(choose(1001, 0) == 0);  // beyond what was measured
  CHECK(choose(64, std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(decision.pairs.at(1).configuration == Bindings{{"tile", std::int64_t{16}}});
  CHECK(label_of(decision.pairs[1]) == "b.cuda tile=16");
  CHECK(backend_of(decision.pairs[1]) == "cuda");
  CHECK_NOTHROW(require_one_device(decision));
}

TEST_CASE("arguments become the features' values, unknown texts no number") {
  const Decision decision = decision_from_json(test::sample_tree().dump());
  const auto values =
      values_of(decision.features, {{"type", std::string("half")}, {"rows", std::int64_t{7}}}, {});
  CHECK(values == FeatureValues{7, 1});
  CHECK(std::isnan(
      values_of(decision.features, {{"type", std::string("int")}, {"rows", true}}, {}).at(1)));
}

TEST_CASE("facts are looked up among facts, and what is missing is no number") {
  const std::vector<Feature> features{{"rows"}, {"entries", {}, true}, {"longest", {}, true}};
  const auto values = values_of(features, {{"rows", std::int64_t{7}}, {"longest", 1.0}},
                                {{"entries", 40.0}, {"rows", 3.0}});
  CHECK(values[0] == 7);
  CHECK(values[1] == 40);
  CHECK(std::isnan(values[2]));
}

TEST_CASE("where the first pair of a leaf does not admit an input, the second is chosen") {
  json tree = test::sample_tree();
  tree["tree"][1]["pairs"] = {1, 2};
  tree["pairs"][1]["conditions"] = {"rows > 10"};
  tree["pairs"][2]["conditions"] = {"rows > 5"};
  const Decision decision = decision_from_json(tree.dump());
  CHECK(decision.choose({64, 0}) == 1);
  CHECK(decision.choose({10, 0}) == 2);
  CHECK(decision.choose({5, 0}) == 0);
}

TEST_CASE("JSON that is no dispatcher is refused with the place and the cure") {
  CHECK_THROWS_WITH(decision_from_json("{"), contains("it is not JSON"));
  CHECK_THROWS_WITH(decision_from_json("[1e999]"), contains("it is not JSON"));
  CHECK_THROWS_WITH(decision_from_json(std::string(1000, '[')), contains("levels at byte"));
  refuses_at("/tree/0/factors/0", std::string(100'000, 'x'), {"make it anew"});
  refuses(json::array(), {"'the whole' must be an object", "assay dispatch"});
  refuses(json::object(), {"it has no 'problem'", "make it anew"});
  refuses_at("/features", json::array(), {"'features' must be an array of at least one"});
  refuses_at("/features/0/from", 2000, {"'features[0].from' must be at most 1000"});
  refuses_at("/features/1/name", "rows", {"'features[1].name' must be a name that no other"});
  refuses_at("/features/1/texts", json::array({"a", "a"}), {"'features[1].texts[1]' repeats 'a'"});
  refuses_at("/pairs", json::array(), {"'pairs' must be an array of at least one"});
  refuses_at("/pairs/1/variant", 7, {"'pairs[1].variant' must be a text"});
  refuses_at("/pairs/1/configuration/tile", json::array(), {"make it anew"});
  refuses_at("/tree", json::array(), {"'tree' must be an array of at least one"});
  refuses_at("/tree/0/up_to", "64", {"'tree[0].up_to' must be a number"});
  refuses_at("/tree/0/factors", json::array(), {"'tree[0].factors' must be an array of at least"});
  refuses_at("/tree/0/factors/0", "row", {"'tree[0].factors[0]' must be a feature", "rows"});
  refuses_at("/tree/2/modulus", -4, {"'tree[2].modulus' must be a whole number from 0"});
  refuses_at("/tree/1/pairs/0", 3, {"'tree[1].pairs[0]' must be a whole number from 0 to 2"});
  refuses_at("/tree/1/pairs", json::array(), {"'tree[1].pairs' must be an array of at least one"});
  refuses_at("/features/0/fact", 1, {"'features[0].fact' must be true or false"});
  refuses_at("/tree/2/low", 2, {"'tree[2].low' must be a whole number from 3 to 4"});
  refuses_at("/tree/2/high", 5, {"'tree[2].high' must be a whole number from 3 to 4"});
  refuses_at("/tree/4", json::object(), {"it has no 'tree[4].factors'"});
}

TEST_CASE("pairs for several devices are refused by name") {
  json tree = test::sample_tree();
  tree["pairs"][2]["device"] = "cpu";
  const Decision decision = decision_from_json(tree.dump());
  CHECK_THROWS_WITH(require_one_device(decision),
                    contains("the pair c.cuda is for cpu") && contains("a.cuda for cuda:0"));
}

TEST_CASE("damaged dispatchers are refused or choose one of their pairs") {
  Random random(11);
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (int k = 0; k < 5000; ++k) {
    const json tree = damaged(random);
    CAPTURE(tree.dump());
    try {
      const Decision decision = decision_from_json(tree.dump());
      ++accepted;
      for (int input = 0; input < 20; ++input) {
        FeatureValues values;
        for (std::size_t f = 0; f < decision.features.size(); ++f) {
          values.push_back(static_cast<double>(random.below(1200)) / 2);
        }
        REQUIRE(decision.choose(values) < decision.pairs.size());
      }
    } catch (const Error& error) {
      ++refused;
      REQUIRE(error.kind() == ErrorKind::usage);
    }
  }
  CHECK(accepted > 200);
  CHECK(refused > 2000);
}
