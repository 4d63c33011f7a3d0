#include "framework/dispatch/fact_features.hpp"

#include <limits>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

// Instances of one argument, rows, with the facts that `facts_of` makes of it.
CostMatrix matrix_with(const std::function<Bindings(double)>& facts_of) {
  CostMatrix matrix{{{"rows"}}, {}, {}, {}, {}};
  for (int k = 1; k <= 40; ++k) {
    matrix.inputs.push_back({{{"rows", std::int64_t{k}}}, facts_of(k)});
    matrix.costs.push_back({1});
    matrix.labels.emplace_back();
  }
  return matrix.with_features(matrix.features);
}

std::vector<std::string> names_of(const std::vector<Feature>& of) {
  std::vector<std::string> found;
  for (const Feature& feature : of) found.push_back(feature.name);
  return found;
}

}  // namespace

TEST_CASE("a fact is a feature if it says what arguments and earlier facts do not") {
  Random random(1);
  const auto matrix = matrix_with([&](double rows) {
    const double drawn = random.uniform();
    return Bindings{
        {"same", 7.0},             // everywhere
        {"squared", rows * rows},  // in the order of rows
        {"longest", drawn},
        {"twice_the_longest", 2 * drawn},
        {"not_always", rows == 9 ? std::numeric_limits<double>::quiet_NaN() : drawn * drawn * rows},
        {"rows", drawn * rows},  // hidden by the argument
        {"sawtooth", rows - 8 * std::floor(rows / 8)}};
  });
  CHECK(names_of(fact_features(matrix)) == std::vector<std::string>{"longest", "sawtooth"});
}

TEST_CASE("a fact that only some instances have is none") {
  const auto matrix = matrix_with([](double rows) {
    return rows == 30 ? Bindings{} : Bindings{{"sawtooth", rows - 8 * std::floor(rows / 8)}};
  });
  CHECK(fact_features(matrix).empty());
}

TEST_CASE("no more than six facts are asked for") {
  Random random(1);
  const auto matrix = matrix_with([&](double) {
    Bindings facts;
    for (int k = 0; k < 9; ++k) facts.emplace_back("fact" + std::to_string(k), random.uniform());
    return facts;
  });
  const auto six = fact_features(matrix);
  REQUIRE(six.size() == 6);
  CHECK(six.back().name == "fact5");
  CHECK(six.back().is_fact);
}

TEST_CASE("facts that no condition names are left out, arguments stay") {
  const std::vector<Feature> all{{"rows"},
                                 {"split", {}, true},
                                 {"idle", {}, true},
                                 {"divisor", {}, true},
                                 {"needed", {}, true}};
  const decision::DecisionTree tree({{{}, 1, 4.0, 1, 2}, {{0}}, {{1}}}, {{{2}}, {{1}, {3}}},
                                    {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}});
  const PairConditions conditions(all, {{}, {"needed > 3"}});
  CHECK(names_of(used_features(all, tree, conditions, 2)) ==
        std::vector<std::string>{"rows", "split", "divisor", "needed"});
}
