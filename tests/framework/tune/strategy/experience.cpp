#include "framework/tune/strategy/experience.hpp"

#include <set>

#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/strategy/bowl.hpp"

using namespace assay;
using namespace std::string_literals;
using assay::test::bowl;
using assay::test::cube;

namespace {

// An earlier search of every `stride`-th configuration of a space, with the bowl's objectives.
EarlierSearch sparse_search(const SearchSpace& space, std::uint64_t stride) {
  EarlierSearch search;
  for (std::uint64_t index = 0; index < space.size(); index += stride) {
    search.trials.push_back({index, bowl(space, index)});
  }
  return search;
}

// The number of trials until the bowl's bottom is found, or the budget if it is not.
std::size_t trials_to_bottom(const SearchSpace& space, std::uint64_t seed, const Experience& known,
                             std::size_t budget) {
  const auto strategy = make_strategy({"bayesian"}, space, seed, known);
  for (std::size_t trial = 1; trial < budget; ++trial) {
    const auto index = strategy->propose();
    const auto objective = bowl(space, *index);
    if (objective && *objective < 1.001e-3) return trial;
    strategy->observe(*index, objective);
  }
  return budget;
}

}  // namespace

TEST_CASE("the best known elsewhere comes first, whatever the strategy, and nothing twice") {
  const auto space = cube(5);
  const Experience experience = {{{{17, 2.0}, {40, 1.0}, {3, std::nullopt}}}};
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto strategy = make_strategy({name}, space, 5, experience);
    std::set<std::uint64_t> seen;
    const auto first = strategy->propose();
    CHECK(first == 40);
    seen.insert(*first);
    strategy->observe(*first, 1.0);
    while (const auto index = strategy->propose()) {
      CHECK(seen.insert(*index).second);
      strategy->observe(*index, bowl(space, *index));
    }
    CHECK(seen.size() == space.size());
  }
}

TEST_CASE("choices that were tried elsewhere need no trial of their own") {
  Parameter form{"form", "", {"wide"s, "narrow"s, "round"s}, "wide"s, ""};
  const SearchSpace space({form, test::doubling("tile", 8)}, {}, {});
  const auto at = [&](const std::string& value, std::int64_t tile) {
    return *space.index_of({{"form", value}, {"tile", tile}});
  };
  const Experience experience = {{{{at("wide", 8), 1.0}, {at("narrow", 8), 2.0}}}};
  const auto strategy = make_strategy({"random"}, space, 5, experience);
  CHECK(strategy->propose() == at("wide", 8));
  CHECK(strategy->propose() == at("wide", 1));   // the default
  CHECK(strategy->propose() == at("round", 1));  // no other search knows it
}

TEST_CASE("experience saves trials", "[computes]") {
  const auto space = cube(10);
  const Experience experience = {sparse_search(space, 11)};
  std::size_t cold = 0;
  std::size_t warm = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    cold += trials_to_bottom(space, seed, {}, 200);
    warm += trials_to_bottom(space, seed, experience, 200);
  }
  CAPTURE(cold, warm);
  CHECK(2 * warm < cold);
}

TEST_CASE("experience that misleads, or says nothing, costs little", "[computes]") {
  const auto space = cube(10);
  EarlierSearch wrong = sparse_search(space, 11);
  for (auto& trial : wrong.trials) {
    if (trial.objective) trial.objective = 1e-6 / *trial.objective;
  }
  EarlierSearch void_of_sense = sparse_search(space, 11);
  std::uint64_t any = 1;
  for (auto& trial : void_of_sense.trials) {
    any = any * 6364136223846793005U + 1442695040888963407U;
    if (trial.objective) trial.objective = 1e-3 * static_cast<double>(1 + (any >> 33) % 10);
  }
  std::size_t cold = 0;
  std::size_t misled = 0;
  std::size_t distracted = 0;
  constexpr std::uint64_t seeds = 20;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    cold += trials_to_bottom(space, seed, {}, 200);
    misled += trials_to_bottom(space, seed, {wrong}, 200);
    distracted += trials_to_bottom(space, seed, {void_of_sense}, 200);
  }
  CAPTURE(cold, misled, distracted);
  CHECK(misled <= cold + 4 * seeds);
  CHECK(distracted <= cold + 4 * seeds);
}

TEST_CASE("misleading experience next to good experience does no harm", "[computes]") {
  const auto space = cube(10);
  EarlierSearch wrong = sparse_search(space, 7);
  for (auto& trial : wrong.trials) {
    if (trial.objective) trial.objective = 1e-6 / *trial.objective;
  }
  const EarlierSearch right = sparse_search(space, 11);
  std::size_t cold = 0;
  std::size_t warm = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    cold += trials_to_bottom(space, seed, {}, 200);
    warm += trials_to_bottom(space, seed, {wrong, right}, 200);
  }
  CAPTURE(cold, warm);
  CHECK(3 * warm < 2 * cold);
}
