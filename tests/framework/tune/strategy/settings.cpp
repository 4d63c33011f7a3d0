#include "framework/tune/strategy/settings.hpp"

#include <cmath>
#include <limits>

#include "framework/core/error.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

const std::vector<StrategySetting> declared = {{"cooling", 0.5, 0.1, 1, "how fast it cools"},
                                               {"restarts", 4, 0, 100, "how often it restarts"}};

}  // namespace

TEST_CASE("settings are what was given, else the defaults") {
  const StrategySettings settings("annealing", declared, {{"restarts", 7.4}});
  CHECK(settings["cooling"] == 0.5);
  CHECK(settings["restarts"] == 7.4);
  CHECK(settings.count("restarts") == 7);
  CHECK_THROWS_WITH(settings["absent"], contains("'absent' is not declared"));
}

TEST_CASE("unknown settings and values out of range are refused") {
  const auto given = [](const std::string& name, double value) {
    return StrategySettings("annealing", declared, {{name, value}});
  };
  CHECK_THROWS_WITH(given("coling", 0.5),
                    contains("'annealing' has no setting 'coling'") && contains("'cooling'?"));
  for (const double value : {0.09, 1.1, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(value);
    CHECK_THROWS_WITH(given("cooling", value), contains("give 0.1 to 1 (how fast it cools)"));
  }
}

TEST_CASE("every strategy is made with its defaults and at the ends of its ranges") {
  const SearchSpace space({{"a", "", {false, true}, false, ""}}, {}, {});
  for (const auto& strategy : strategies()) {
    CAPTURE(strategy.name);
    CHECK_FALSE(strategy.summary.empty());
    for (const auto& setting : strategy.settings) {
      CAPTURE(setting.name);
      CHECK_FALSE(setting.meaning.empty());
      CHECK(setting.fallback >= setting.least);
      CHECK(setting.fallback <= setting.most);
      for (const double value : {setting.least, setting.most}) {
        const auto made = make_strategy({strategy.name, {{setting.name, value}}}, space, 1);
        CHECK(made->propose().has_value());
        CHECK(made->propose().has_value());
        CHECK_FALSE(made->propose().has_value());
      }
    }
  }
}

TEST_CASE("a mistake in a strategy is told with its place") {
  CHECK_THROWS_WITH(require_strategy({"randm", {}, "some.toml:3:12"}),
                    contains("some.toml:3:12: there is no strategy 'randm'; did you mean"));
  CHECK_THROWS_WITH(require_strategy({"random", {{"x", 1}}, "some.toml:3:12"}),
                    contains("some.toml:3:12: strategy 'random' has no setting 'x'"));
}
