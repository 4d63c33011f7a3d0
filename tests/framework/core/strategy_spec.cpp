#include "framework/core/strategy_spec.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("a strategy's text tells name and settings, and back") {
  const auto plain = parse_strategy("random");
  CHECK(plain.name == "random");
  CHECK(plain.settings.empty());
  const auto full = parse_strategy("annealing:cooling=0.9:restart=5e1:low=-3");
  CHECK(full.name == "annealing");
  CHECK(full.settings ==
        std::map<std::string, double>{{"cooling", 0.9}, {"restart", 50}, {"low", -3}});
  CHECK(to_string(plain) == "random");
  CHECK(to_string(full) == "annealing:cooling=0.9:low=-3:restart=50");
  CHECK(parse_strategy(to_string(full)).settings == full.settings);
}

TEST_CASE("what is not a setting is refused and named") {
  for (const std::string setting : {"", "cooling", "cooling=", "=3", "cooling=fast", "cooling=1x",
                                    "cooling=0.9,restart=3", "cooling= 1"}) {
    CAPTURE(setting);
    CHECK_THROWS_WITH(parse_strategy("annealing:" + setting),
                      contains("'" + setting + "' is not a setting") && contains("NAME=NUMBER"));
  }
  CHECK_THROWS_WITH(parse_strategy("a:b=1:b=2"), contains("sets b twice"));
}
