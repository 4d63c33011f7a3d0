#include "framework/tune/strategy/strategies.hpp"

#include <set>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/strategy/bowl.hpp"

using namespace assay;
using namespace std::string_literals;
using assay::test::bowl;
using assay::test::cube;

namespace {

Parameter dozen(const std::string& name, std::int64_t default_value) {
  Parameter p{name, "", {}, default_value, ""};
  for (std::int64_t k = 0; k < 12; ++k) p.values.emplace_back(k);
  return p;
}

SearchSpace sample_space() {
  return SearchSpace({dozen("a", 7), dozen("b", 3)}, {{"a + b >= 4", ""}}, {});
}

std::vector<std::uint64_t> proposals(Strategy& strategy) {
  std::vector<std::uint64_t> all;
  while (const auto index = strategy.propose()) all.push_back(*index);
  return all;
}

}  // namespace

TEST_CASE("every strategy proposes each configuration once, the default first") {
  const auto space = sample_space();
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 5);
    const auto all = proposals(*strategy);
    CHECK(all.size() == space.size());
    CHECK(std::set<std::uint64_t>(all.begin(), all.end()).size() == space.size());
    CHECK(all.front() == space.default_index());
    CHECK_FALSE(strategy->propose().has_value());
  }
}

TEST_CASE("every choice is tried early, however few configurations it leaves") {
  Parameter form{"form", "", {"wide"s, "narrow"s}, "wide"s, ""};
  Parameter tile{"tile", "", {}, std::int64_t{1}, "form == 'wide'"};
  for (std::int64_t v = 1; v <= 1000; ++v) tile.values.emplace_back(v);
  const SearchSpace space({form, tile}, {}, {});
  REQUIRE(space.size() == 1001);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 5);
    CHECK(space.at(*strategy->propose()) == Bindings{{"form", "wide"s}, {"tile", std::int64_t{1}}});
    CHECK(space.at(*strategy->propose()) == Bindings{{"form", "narrow"s}});
  }
}

TEST_CASE("what was observed is not proposed, before and meanwhile") {
  const auto space = sample_space();
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 5);
    std::set<std::uint64_t> known = {space.default_index(), 0, 17, space.size() - 1};
    for (const auto index : known) strategy->observe(index, 1.0);
    std::size_t proposed = 0;
    while (const auto index = strategy->propose()) {
      CHECK(known.insert(*index).second);
      ++proposed;
      strategy->observe(*index, std::nullopt);
      if (proposed == 10) {
        for (std::uint64_t other = 30; other < 40; ++other) {
          known.insert(other);
          strategy->observe(other, 2.0);
        }
      }
    }
    CHECK(known.size() == space.size());
  }
}

TEST_CASE("what others try is not proposed, and what comes of it is welcome") {
  const auto space = sample_space();
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 5);
    std::set<std::uint64_t> known = {space.default_index(), 1, 2, 3, 50};
    for (const auto index : known) strategy->exclude(index);
    strategy->observe(1, 0.5);
    strategy->observe(2, std::nullopt);
    while (const auto index = strategy->propose()) {
      CHECK(known.insert(*index).second);
      strategy->observe(*index, 1.0);
    }
    CHECK(known.size() == space.size());
  }
}

TEST_CASE("strategies are deterministic; the random one follows its seed") {
  const auto space = sample_space();
  for (const auto& name : strategy_names()) {
    CHECK(proposals(*make_strategy({name}, space, 5)) ==
          proposals(*make_strategy({name}, space, 5)));
  }
  CHECK(proposals(*make_strategy({"random"}, space, 5)) !=
        proposals(*make_strategy({"random"}, space, 6)));
  CHECK(proposals(*make_strategy({"random"}, space, 5)) !=
        proposals(*make_strategy({"exhaustive"}, space, 5)));
}

TEST_CASE("a space whose defaults are excluded still is proposed whole") {
  const SearchSpace space({{"a", "", {false, true}, false, ""}}, {{"a", ""}}, {});
  for (const auto& name : strategy_names()) {
    CHECK(proposals(*make_strategy({name}, space, 1)) == std::vector<std::uint64_t>{0});
  }
}

TEST_CASE("strategies that learn find better than chance", "[computes]") {
  const auto space = cube(13);
  const auto best_mean = [&](const std::string& name) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto strategy = make_strategy({name}, space, seed);
      double best = 1;
      for (int trial = 0; trial < 80; ++trial) {
        const auto index = strategy->propose();
        REQUIRE(index.has_value());
        const auto objective = bowl(space, *index);
        if (objective) best = std::min(best, *objective);
        strategy->observe(*index, objective);
      }
      sum += best;
    }
    return sum / 20;
  };
  const double chance = best_mean("random");
  for (const auto& name : strategy_names()) {
    if (name == "random" || name == "exhaustive") continue;
    CAPTURE(name);
    CHECK(best_mean(name) < 0.85 * chance);
  }
}

TEST_CASE("proposals of a batch differ, and the order of their results is free") {
  const auto space = cube(9);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 1);
    std::set<std::uint64_t> proposed;
    for (int round = 0; round < 6; ++round) {
      std::vector<std::uint64_t> batch;
      for (int k = 0; k < 10; ++k) batch.push_back(strategy->propose().value());
      for (auto index = batch.rbegin(); index != batch.rend(); ++index) {
        CHECK(proposed.insert(*index).second);
        strategy->observe(*index, bowl(space, *index));
      }
    }
  }
}

TEST_CASE("a space in which every trial fails, or all are alike, is searched to its end") {
  const auto space = cube(4);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    for (const std::optional<double> outcome :
         {std::optional<double>(), std::optional<double>(0.5)}) {
      const auto strategy = make_strategy({name}, space, 7);
      std::size_t count = 0;
      while (const auto index = strategy->propose()) {
        strategy->observe(*index, outcome);
        ++count;
      }
      CHECK(count == space.size());
    }
  }
}

TEST_CASE("searches depend on the seed and what was observed alone") {
  const auto space = cube(9);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto trials = [&](std::uint64_t seed) {
      const auto strategy = make_strategy({name}, space, seed);
      std::vector<std::uint64_t> all;
      for (int trial = 0; trial < 60; ++trial) {
        all.push_back(strategy->propose().value());
        strategy->observe(all.back(), bowl(space, all.back()));
      }
      return all;
    };
    CHECK(trials(3) == trials(3));
    if (name != "exhaustive") CHECK(trials(3) != trials(4));
  }
}

TEST_CASE("a misspelt strategy gets the nearest name") {
  const auto space = sample_space();
  CHECK_THROWS_WITH(make_strategy({"randm"}, space, 1), contains("did you mean 'random'?"));
}
