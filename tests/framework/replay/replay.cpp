#include "framework/replay/replay.hpp"

#include <limits>
#include <set>

#include "framework/core/error.hpp"
#include "framework/replay/random_search.hpp"
#include "framework/replay/warm_start.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;
using assay::test::mean_of;
using assay::test::noisy_space;

namespace {

StrategyMaker named(const std::string& name) {
  return [name](const SearchSpace& space, std::uint64_t seed) {
    return make_strategy({name}, space, seed);
  };
}

// A strategy that proposes the given values of the parameter x, one after the other, and notes the
// observed objectives.
class Scripted : public Strategy {
 public:
  using Observed = std::vector<std::optional<double>>;
  Scripted(const SearchSpace& space, std::vector<std::int64_t> values, Observed* observed)
      : space_(space), values_(std::move(values)), observed_(observed) {}

  std::optional<std::uint64_t> propose() override {
    if (next_ == values_.size()) return std::nullopt;
    const std::int64_t value = values_[next_++];
    return value < 0 ? space_.size() : space_.index_of({{"x", value}});
  }
  void observe(std::uint64_t /*index*/, std::optional<double> objective) override {
    if (observed_ != nullptr) observed_->push_back(objective);
  }
  void exclude(std::uint64_t /*index*/) override {}

 private:
  const SearchSpace& space_;
  std::vector<std::int64_t> values_;
  Observed* observed_;
  std::size_t next_ = 0;
};

StrategyMaker scripted(const std::vector<std::int64_t>& values,
                       Scripted::Observed* observed = nullptr) {
  return [=](const SearchSpace& space, std::uint64_t) {
    return std::make_unique<Scripted>(space, values, observed);
  };
}

ReplayOptions options(std::uint64_t budget, std::uint64_t seeds, unsigned threads = 1) {
  ReplayOptions result;
  result.budget = budget;
  result.seeds = seeds;
  result.threads = threads;
  return result;
}

}  // namespace

TEST_CASE("a replayed strategy is told what was recorded") {
  const auto space = line_space({4.0, std::nullopt, 2.0, 3.0});
  Scripted::Observed observed;
  const auto searches = replay(space, scripted({1, 3, 2, 0}, &observed), options(3, 1));
  REQUIRE(searches.size() == 1);
  CHECK(searches[0].trials == std::vector<std::size_t>{1, 3, 2});
  CHECK_FALSE(searches[0].exhausted);
  CHECK(observed == Scripted::Observed{std::nullopt, 3.0, 2.0});
  CHECK(best_so_far(space, searches[0]) ==
        std::vector<double>{std::numeric_limits<double>::infinity(), 3, 2});
}

TEST_CASE("a search ends when its strategy has nothing left, or its budget") {
  const auto space = line_space({4.0, 1.0, 2.0});
  const auto searches = replay(space, scripted({0, 2}), options(3, 1));
  CHECK(searches[0].trials.size() == 2);
  CHECK(searches[0].exhausted);
  CHECK(replay(space, named("exhaustive"), options(50, 1))[0].trials.size() == 3);
  // Trials of a second each go on beyond the budget of trials until the minimum time is reached.
  auto long_enough = options(1, 1);
  long_enough.seconds = 1.5;
  CHECK(replay(space, named("exhaustive"), long_enough)[0].trials.size() == 2);
}

TEST_CASE("a strategy that breaks its contract is found out") {
  const auto space = line_space({4.0, 1.0, 2.0});
  CHECK_THROWS_WITH(replay(space, scripted({0, 2, 0}), options(3, 2)),
                    contains("x=0") && contains("twice"));
  CHECK_THROWS_WITH(replay(space, scripted({-1}), options(3, 2)), contains("configuration 3 of 3"));
}

TEST_CASE("replayed trials depend on the seed, not on the threads") {
  const auto space = noisy_space(300, 0.1);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto one = replay(space, named(name), options(40, 8, 1));
    const auto many = replay(space, named(name), options(40, 8, 5));
    std::set<std::vector<std::size_t>> different;
    for (std::size_t k = 0; k < one.size(); ++k) {
      CHECK(one[k].trials == many[k].trials);
      CHECK(std::set<std::size_t>(one[k].trials.begin(), one[k].trials.end()).size() == 40);
      different.insert(one[k].trials);
    }
    CHECK(different.size() > 1);
  }
}

TEST_CASE("replayed random search is exact random search") {
  const auto space = noisy_space(200, 0.2);
  const RandomSearch random(space);
  constexpr std::size_t searches = 2000;
  const auto replayed = replay(space, named("random"), options(50, searches, 2));
  for (const std::size_t trials : {1U, 2U, 10U, 50U}) {
    std::vector<double> values;
    for (const auto& search : replayed) {
      values.push_back(random.optimum() / best_so_far(space, search)[trials - 1]);
    }
    const auto [mean, error] = mean_of(values);
    CAPTURE(trials, mean, error);
    CHECK(std::abs(random.optimum_over_best(trials) - mean) < 4 * error);
  }
}

TEST_CASE("a search after another begins with what that one found") {
  const auto space = line_space({3.0, std::nullopt, 1.0, 2.0});
  const auto make = [](const SearchSpace& of, std::uint64_t seed, const Experience& experience) {
    return make_strategy({"random"}, of, seed, experience);
  };
  const auto whole = options(space.configurations.size(), 3);
  for (const auto& search : replay(space, after_searching({space}, make, whole), options(1, 3))) {
    CHECK(search.trials == std::vector<std::size_t>{2});
  }
  // A space without configurations in common with the searched one teaches nothing.
  auto foreign = space;
  foreign.parameters.front().name = "y";
  const auto alone = replay(space, after_searching({}, make, whole), options(5, 3));
  const auto after = replay(space, after_searching({foreign}, make, whole), options(5, 3));
  for (std::size_t s = 0; s < alone.size(); ++s) CHECK(after[s].trials == alone[s].trials);
}
