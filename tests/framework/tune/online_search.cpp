#include "framework/tune/online_search.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"

namespace assay {
namespace {

// A space of one parameter with so many values.
SearchSpace space_of(int values) {
  Parameter parameter{"p", "", {}, std::int64_t{0}, ""};
  for (std::int64_t k = 0; k < values; ++k) parameter.values.emplace_back(k);
  return {{parameter}, {}, {}};
}

OnlineSearch search_of(const SearchSpace& space, const OnlineBudget& budget = {}) {
  return {make_strategy({"exhaustive"}, space, 1), budget, 1};
}

// Times that scatter by a factor, as on a busy machine.
class Noise {
 public:
  explicit Noise(double scatter) : scatter_(0, scatter) {}
  double operator()(double seconds) { return seconds * (1 + scatter_(random_)); }

 private:
  std::mt19937 random_{7};
  std::uniform_real_distribution<double> scatter_;
};

// Runs what the search asks for until it has decided; the number of runs of each configuration.
template <class Seconds>
std::map<std::uint64_t, int> decide(OnlineSearch& search, const Seconds& seconds) {
  std::map<std::uint64_t, int> runs;
  for (int step = 0; step < 5000 && !search.decided(); ++step) {
    const auto index = search.next();
    REQUIRE(index);
    REQUIRE(search.next() == index);
    search.succeed(*index, seconds(*index));
    ++runs[*index];
  }
  REQUIRE(search.decided());
  return runs;
}

}  // namespace

TEST_CASE("an online search runs slow configurations rarely and compares the leaders in rounds") {
  const SearchSpace space = space_of(20);
  OnlineSearch search = search_of(space);
  Noise noise(0.2);
  const auto runs = decide(search, [&](std::uint64_t k) {
    return noise(k == 13 ? 1.0 : k < 10 ? 30.0 : 1.3);
  });
  CHECK(search.best() == 13);
  CHECK(search.rivals().empty());
  CHECK(search.leaders().size() == 5);
  for (const auto& [index, count] : runs) CHECK((index >= 10 || count <= 4));
  CHECK(search.seconds_of(13).size() >= 10);
  CHECK(search.next() == 13);
}

TEST_CASE("an online search looks ahead, and takes what is ready first") {
  const SearchSpace space = space_of(6);
  OnlineSearch search = search_of(space);
  search.look_ahead(2);
  CHECK(search.coming() == std::vector<std::uint64_t>{0, 1, 2});
  std::set<std::uint64_t> compiled;
  const auto ready = [&](std::uint64_t index) { return compiled.contains(index); };
  CHECK_FALSE(search.next(ready));
  CHECK_FALSE(search.best(ready));
  compiled = {1, 2};
  REQUIRE(search.next(ready) == 1);
  CHECK_FALSE(search.succeed(1, 1.0));  // a warm-up
  compiled = {0, 1, 2};
  // What has begun goes on, whatever else is ready.
  CHECK(search.next(ready) == 1);
  CHECK(search.coming() == std::vector<std::uint64_t>{1, 0, 2});
  compiled.erase(1);
  CHECK_FALSE(search.next(ready));
  for (int k = 0; k < 3; ++k) CHECK(search.succeed(1, 1.0));
  CHECK(search.coming() == std::vector<std::uint64_t>{0, 2, 3});
  // The best one is 1, which is not compiled any more.
  CHECK(search.best() == 1);
  CHECK_FALSE(search.best(ready));
  compiled = {1};
  CHECK(search.best(ready) == 1);
  CHECK_FALSE(search.next(ready));
  search.fail(2);
  CHECK(search.coming() == std::vector<std::uint64_t>{0, 3, 4});
}

TEST_CASE("an online search drops what it looked at ahead once its time is over") {
  const SearchSpace space = space_of(6);
  OnlineSearch search = search_of(space, {1000, 5, 0.01});
  search.look_ahead(3);
  REQUIRE(search.next() == 0);
  for (int k = 0; k < 4; ++k) search.succeed(0, 1.0);
  search.spend(6);
  CHECK(search.coming() == std::vector<std::uint64_t>{0});  // the only leader
  CHECK_FALSE(search.searching());

  // What is next without looking ahead runs, although compiling it has taken the rest of the time.
  OnlineSearch brief = search_of(space, {1000, 5, 0.01});
  REQUIRE(brief.next() == 0);
  for (int k = 0; k < 4; ++k) brief.succeed(0, 1.0);
  REQUIRE(brief.next() == 1);
  brief.spend(6);
  CHECK(brief.next() == 1);

  // Within a number of trials, too, no more is proposed than may be tried.
  OnlineSearch few = search_of(space, {2, 60, 0.01});
  few.look_ahead(3);
  REQUIRE(few.next() == 0);
  CHECK(few.coming() == std::vector<std::uint64_t>{0, 1});
}

TEST_CASE("rounds wait for the configuration whose turn it is") {
  const SearchSpace space = space_of(3);
  OnlineSearch search = search_of(space);
  while (search.searching()) {
    const auto index = search.next();
    if (!search.searching()) break;
    search.succeed(*index, 1.0);
  }
  const auto order = search.coming();
  REQUIRE(order.size() == 3);
  const auto others = [&](std::uint64_t index) { return index != order.front(); };
  CHECK_FALSE(search.next(others));
  CHECK(search.next([&](std::uint64_t index) { return index == order.front(); }) == order.front());
  REQUIRE(search.best(others));
  CHECK(search.best(others) != order.front());
}

TEST_CASE("one lucky sample decides nothing in an online search") {
  const SearchSpace space = space_of(2);
  OnlineSearch search = search_of(space);
  Noise noise(0.05);
  int run = 0;
  // The slower one is as quick as can be whenever the search first looks at it.
  decide(search, [&](std::uint64_t k) {
    ++run;
    return k == 0 ? noise(1.0) : run <= 8 ? 0.7 : noise(1.1);
  });
  CHECK(search.best() == 0);
}

TEST_CASE("one slow run rejects nothing in an online search, unless it is very slow") {
  const SearchSpace space = space_of(4);
  OnlineSearch search = search_of(space);
  std::map<std::uint64_t, int> runs;
  decide(search, [&](std::uint64_t k) {
    const int run = ++runs[k];
    if (k == 3) return 30.0;                  // told by the warm-up
    if (k == 1) return run == 2 ? 4.0 : 0.9;  // disturbed once
    return k == 2 ? 3.0 : 1.0;                // told by two runs
  });
  CHECK(runs[3] == 1);
  CHECK(runs[2] == 3);
  CHECK(search.tried(1).search_seconds == std::vector{4.0, 0.9, 0.9});
  CHECK(search.best() == 1);
}

TEST_CASE("configurations that an online search cannot tell apart are rivals") {
  const SearchSpace space = space_of(3);
  OnlineSearch search = search_of(space);
  Noise noise(0.3);
  const auto runs = decide(search, [&](std::uint64_t) { return noise(1.0); });
  CHECK(search.rivals().size() == 2);
  for (const auto& [index, count] : runs) CHECK(count >= 10);
}

TEST_CASE("what failed or was wrong never runs again in an online search") {
  const SearchSpace space = space_of(4);
  OnlineSearch search = search_of(space);
  std::set<std::uint64_t> gone;
  for (int step = 0; step < 1000 && !search.decided(); ++step) {
    const auto index = search.next();
    REQUIRE(index);
    REQUIRE_FALSE(gone.contains(*index));
    // 1 fails at once, 2 in the rounds.
    if (*index == 1 || (*index == 2 && !search.searching())) {
      search.fail(*index);
      gone.insert(*index);
    } else {
      search.succeed(*index, *index == 2 ? 1.0 : 1.2);
    }
  }
  REQUIRE(search.decided());
  CHECK(gone == std::set<std::uint64_t>{1, 2});
  const auto best = search.best();
  REQUIRE(best);
  // The chosen one fails later: another one takes its place, and the rest decide anew.
  search.fail(*best);
  CHECK_FALSE(search.decided());
  decide(search, [](std::uint64_t) { return 1.0; });
  CHECK(search.best() != best);
  search.fail(*search.best());
  CHECK_FALSE(search.next());
  CHECK_FALSE(search.best());
}

TEST_CASE("an online search goes on until something succeeds, then keeps to its budget") {
  const SearchSpace space = space_of(50);
  OnlineSearch search = search_of(space, {3, 60, 0.01});
  for (std::uint64_t k = 0; k < 10; ++k) {
    const auto index = search.next();
    REQUIRE(index == k);
    search.fail(*index);
  }
  const auto runs = decide(search, [](std::uint64_t) { return 1.0; });
  CHECK(runs.size() == 1);

  OnlineSearch brief = search_of(space, {1000, 5, 0.01});
  const auto before = decide(brief, [&](std::uint64_t) {
    brief.spend(1);
    return 1.0;
  });
  CHECK(before.size() == 2);
}

TEST_CASE(
    "an online search begins with what was recorded, and warms leaders up before they count") {
  const SearchSpace space = space_of(3);
  OnlineSearch search = search_of(space);
  search.recall(0, 5.0);
  search.recall(1, 1.0);
  search.recall(2, std::nullopt);
  CHECK(search.best() == 1);
  const auto runs = decide(search, [](std::uint64_t) { return 1.0; });
  CHECK(runs == std::map<std::uint64_t, int>{{1, 11}});
  CHECK(search.seconds_of(1).size() == 10);
  CHECK(search.seconds_of(0).empty());
}

}  // namespace assay
