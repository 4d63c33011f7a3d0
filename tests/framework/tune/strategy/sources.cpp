#include "framework/tune/strategy/sources.hpp"

#include <set>

#include "tests/catch.hpp"
#include "tests/framework/tune/strategy/bowl.hpp"

using namespace assay;
using assay::test::bowl;
using assay::test::cube;

namespace {

EarlierSearch every(const SearchSpace& space, std::uint64_t stride, bool reversed = false) {
  EarlierSearch search;
  for (std::uint64_t index = 0; index < space.size(); index += stride) {
    auto objective = bowl(space, index);
    if (objective && reversed) objective = 1e-6 / *objective;
    search.trials.push_back({index, objective});
  }
  return search;
}

bool none_known(std::uint64_t) { return false; }

}  // namespace

TEST_CASE("without experience there is nothing to expect or to recommend") {
  const auto space = cube(4);
  Sources sources(space, {});
  CHECK(sources.empty());
  CHECK(sources.agreement() == 0);
  CHECK(sources.expected({1, 2}) == std::vector<double>{0, 0});
  CHECK_FALSE(sources.probe(none_known));
  CHECK_FALSE(sources.further(none_known));
}

TEST_CASE("each source has its best tried once, the nearest first") {
  const auto space = cube(4);
  const Experience experience = {{{{5, 2.0}, {6, std::nullopt}, {7, 1.0}}},
                                 {{{7, 3.0}, {9, 4.0}, {1, 8.0}}}};
  Sources sources(space, experience);
  std::set<std::uint64_t> known;
  const auto is_known = [&](std::uint64_t index) { return known.count(index) != 0; };
  CHECK(sources.probe(is_known) == 7);
  known.insert(7);
  CHECK(sources.probe(is_known) == 9);  // its best is known already
  CHECK_FALSE(sources.probe(is_known));
  CHECK(sources.recommended(9));
  CHECK_FALSE(sources.recommended(1));
}

TEST_CASE("a source ranks what was not tried elsewhere") {
  const auto space = cube(8);
  Sources sources(space, {every(space, 7)});
  const auto at = [&](std::vector<std::uint32_t> point) { return *space.number_of(point); };
  const auto expected = sources.expected({at({6, 3, 5}), at({4, 4, 4}), at({0, 7, 0})});
  CHECK(expected[0] < expected[1]);
  CHECK(expected[1] < expected[2]);
}

TEST_CASE("a single trial, or trials that are all alike, make a source as well") {
  const auto space = cube(4);
  CHECK(Sources(space, {{{{5, 1.0}}}}).expected({1}).size() == 1);
  CHECK(Sources(space, {{{{5, 1.0}, {6, 1.0}, {7, std::nullopt}}}}).expected({3}).size() == 1);
}

TEST_CASE("sources are weighted by how well they rank what was measured") {
  const auto space = cube(8);
  Sources sources(space, {every(space, 7, true), every(space, 11)});
  REQUIRE(sources.weights().size() == 2);
  CHECK(sources.weights()[0] > 0);  // nothing is known yet
  for (std::uint64_t index = 3; index < 400; index += 29) {
    sources.observe(index, bowl(space, index));
  }
  CHECK(sources.weights()[0] == 0);
  CHECK(sources.weights()[1] == Approx(1));
  CHECK(sources.agreement() > 0.7);
}

TEST_CASE("a source that proves wrong is not asked, expects nothing and recommends nothing") {
  const auto space = cube(8);
  Sources sources(space, {every(space, 7, true)});
  for (std::uint64_t index = 3; index < 400; index += 29) {
    sources.observe(index, bowl(space, index));
  }
  CHECK(sources.agreement() == 0);
  CHECK_FALSE(sources.probe(none_known));
  CHECK_FALSE(sources.further(none_known));
  CHECK(sources.expected({1, 100}) == std::vector<double>{0, 0});
}

TEST_CASE("more than their best come first of sources that are neither right nor wrong") {
  const auto space = cube(8);
  const auto recommended = [&](const Experience& experience) {
    Sources sources(space, experience);
    for (std::uint64_t index = 3; index < 500; index += 61) {
      sources.observe(index, bowl(space, index));
    }
    const auto probe = sources.probe(none_known);
    if (probe) sources.observe(*probe, 0.9e-3);  // nothing is better
    std::set<std::uint64_t> known;
    const auto is_known = [&](std::uint64_t index) {
      return index == probe || known.count(index) != 0;
    };
    while (const auto index = sources.further(is_known)) known.insert(*index);
    return known;
  };
  EarlierSearch crude = every(space, 11);
  for (std::size_t k = 0; k + 1 < crude.trials.size(); k += 3) {
    std::swap(crude.trials[k].objective, crude.trials[k + 1].objective);
  }
  CHECK(recommended({every(space, 11)}).empty());
  CHECK(recommended({every(space, 11, true)}).empty());
  const auto by_crude = recommended({crude});
  CHECK(by_crude.size() == 2);
  for (const std::uint64_t index : by_crude) CHECK(bowl(space, index));
}

TEST_CASE("no more is recommended once something else is the best") {
  const auto space = cube(8);
  EarlierSearch crude = every(space, 11);
  for (std::size_t k = 0; k + 1 < crude.trials.size(); k += 3) {
    std::swap(crude.trials[k].objective, crude.trials[k + 1].objective);
  }
  const auto asked_after = [&](double others) {
    Sources sources(space, {crude});
    const auto probe = sources.probe(none_known);
    REQUIRE(probe);
    sources.observe(*probe, 2.0);
    sources.observe(*probe == 0 ? 1 : 0, others);
    return sources.further([&](std::uint64_t index) { return index == *probe; }).has_value();
  };
  CHECK(asked_after(3.0));
  CHECK_FALSE(asked_after(1.0));
}

TEST_CASE("the covariance is that of the sources that count and know enough") {
  const auto space = cube(8);
  CHECK_FALSE(Sources(space, {}).covariance());
  CHECK_FALSE(Sources(space, {{{{5, 1.0}, {6, 2.0}, {7, 3.0}}}}).covariance());
  const auto right = Sources(space, {every(space, 11)}).covariance();
  REQUIRE(right);
  Sources both(space, {every(space, 7, true), every(space, 11)});
  REQUIRE(both.covariance());
  CHECK(*both.covariance() != *right);
  for (std::uint64_t index = 3; index < 400; index += 29) both.observe(index, bowl(space, index));
  REQUIRE(both.covariance());
  CHECK((*both.covariance() - *right).norm() < 1e-9);
  Sources wrong(space, {every(space, 7, true)});
  for (std::uint64_t index = 3; index < 400; index += 29) wrong.observe(index, bowl(space, index));
  CHECK_FALSE(wrong.covariance());
}

TEST_CASE("measurements take over") {
  const auto space = cube(8);
  Sources sources(space, {every(space, 7)});
  const auto range = [&] {
    const auto expected = sources.expected({*space.number_of(std::vector<std::uint32_t>{6, 3, 5}),
                                            *space.number_of(std::vector<std::uint32_t>{0, 7, 0})});
    return expected[1] - expected[0];
  };
  for (std::uint64_t index = 1; index < 100; index += 10) {
    sources.observe(index, bowl(space, index));
  }
  const double early = range();
  for (std::uint64_t index = 100; index < 300; ++index) sources.observe(index, bowl(space, index));
  CHECK(range() > 0);
  CHECK(range() < early / 3);
}

TEST_CASE("of a configuration that is observed again the first result counts") {
  const auto space = cube(8);
  Sources once(space, {every(space, 7)});
  Sources twice(space, {every(space, 7)});
  for (std::uint64_t index = 3; index < 200; index += 29) {
    once.observe(index, bowl(space, index));
    twice.observe(index, bowl(space, index));
    twice.observe(index, std::nullopt);
  }
  CHECK(once.expected({50}) == twice.expected({50}));
  CHECK(once.agreement() == twice.agreement());
}
