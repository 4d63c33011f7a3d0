#include "framework/replay/timed_replay.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "framework/core/error.hpp"
#include "framework/replay/timed_summary.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;
using assay::test::noisy_space;

namespace {

StrategyMaker strategy_named(const std::string& name) {
  return [name](const SearchSpace& space, std::uint64_t seed) {
    return make_strategy({name}, space, seed);
  };
}

// A space whose trials take the given times to compile, and a second to measure.
RecordedSpace compiled_space(const std::vector<double>& compile_seconds) {
  RecordedSpace space = line_space(std::vector<std::optional<double>>(compile_seconds.size(), 1.0));
  for (std::size_t k = 0; k < compile_seconds.size(); ++k) {
    space.outcomes[k].compile_seconds = compile_seconds[k];
  }
  return space;
}

TimedSearch search(const RecordedSpace& space, const TimedReplayOptions& options,
                   const std::string& strategy = "exhaustive") {
  TimedReplayOptions one = options;
  one.seeds = 1;
  one.threads = 1;
  return replay_in_time(space, strategy_named(strategy), one).front();
}

std::vector<double> ends_of(const TimedSearch& search) {
  std::vector<double> ends;
  for (const auto& trial : search.trials) ends.push_back(trial.end);
  return ends;
}

}  // namespace

TEST_CASE("one core compiles the next trial while the device measures") {
  // Compiling takes 2 s: the first trial is measured from 2 to 3, the second from 4 to 5.
  const auto searched = search(compiled_space({2, 2, 2, 2}), {.cores = 1, .seconds = 100});
  CHECK(ends_of(searched) == std::vector<double>{3, 5, 7, 9});
  CHECK(searched.seconds == 9);
  CHECK(searched.compile_seconds == 8);
  CHECK(searched.measure_seconds == 4);
}

TEST_CASE("a device that is slower than the compiler is always busy") {
  std::vector<double> half(20, 0.5);
  const auto searched = search(compiled_space(half), {.cores = 1, .seconds = 100});
  REQUIRE(searched.trials.size() == 20);
  CHECK(searched.trials.back().end == 20.5);
}

TEST_CASE("cores compile at once, and what takes long holds up nothing else") {
  std::vector<double> times(33, 4.0);
  times.front() = 60;
  const auto searched = search(compiled_space(times), {.cores = 9, .seconds = 1000});
  REQUIRE(searched.trials.size() == 33);
  // The defaults are drawn, and so is their place in the order; the slow one ends last in any case.
  CHECK(searched.trials.back().end >= 61);
  CHECK(searched.trials[31].end < 45);
  const auto in_order =
      search(compiled_space(times), {.cores = 9, .seconds = 1000, .reproducible = true});
  CHECK(std::ranges::is_sorted(ends_of(in_order)));
  CHECK(in_order.trials.size() == 33);
}

TEST_CASE(
    "what takes far longer to compile than all others stands aside until nothing else waits") {
  // Twelve of the hundred take a thousand seconds: more than there are cores.
  std::vector<double> times(100, 2.0);
  for (std::size_t k = 0; k < times.size(); k += 9) times[k] = 1000;
  const auto options = TimedReplayOptions{.cores = 12, .seconds = 5000};
  const auto searched = search(compiled_space(times), options, "random");
  REQUIRE(searched.trials.size() == 100);
  CHECK(searched.trials[87].end < 150);
  CHECK(searched.trials[88].end > 1000);
  CHECK(searched.trials.back().end < 1200);
  const auto in_order = search(compiled_space(times),
                               {.cores = 12, .seconds = 50000, .reproducible = true}, "random");
  REQUIRE(in_order.trials.size() == 100);
  CHECK(in_order.trials[60].end > 1000);
}

TEST_CASE("as long as the times to compile are of one order, nothing is set aside") {
  std::vector<double> times;
  for (int k = 0; k < 64; ++k) times.push_back(k % 4 == 0 ? 10.0 : 3.0);
  const auto ends = ends_of(search(compiled_space(times), {.cores = 2, .seconds = 1000}));
  REQUIRE(ends.size() == 64);
  // Two processes, of which one is left to the device, are busy all the time.
  CHECK(ends.back() < 16 * 10 + 48 * 3 + 12);
}

TEST_CASE("a configuration that does not compile keeps no device busy") {
  RecordedSpace space = line_space({std::nullopt, std::nullopt, std::nullopt});
  for (auto& outcome : space.outcomes) outcome.compile_seconds = 1;
  const auto searched = search(space, {.cores = 1, .seconds = 100});
  CHECK(ends_of(searched) == std::vector<double>{1, 2, 3});
  CHECK(searched.measure_seconds == 0);
}

TEST_CASE("no more is compiled and measured than cores and devices can, in any space") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    RecordedSpace space = noisy_space(60, 0.2, seed);
    for (auto& outcome : space.outcomes) {
      outcome.compile_seconds = 0.01 * static_cast<double>(random() % 1000);
      outcome.other_seconds = 0.01 * static_cast<double>(random() % 200);
    }
    TimedReplayOptions options;
    options.cores = 1 + random() % 8;
    options.devices = 1 + random() % 3;
    options.seconds = 5 + static_cast<double>(random() % 60);
    const auto searched = search(space, options, "bayesian");
    const auto devices = static_cast<double>(options.devices);
    const double cores = devices * static_cast<double>(options.cores);
    CHECK(searched.seconds <= options.seconds);
    CHECK(searched.compile_seconds <= cores * searched.seconds * (1 + 1e-9));
    CHECK(searched.measure_seconds <= devices * searched.seconds * (1 + 1e-9));
    std::set<std::size_t> places;
    for (const auto& trial : searched.trials) CHECK(places.insert(trial.place).second);
    CHECK(std::ranges::is_sorted(ends_of(searched)));
    // The same seed gives the same search.
    CHECK(ends_of(search(space, options, "bayesian")) == ends_of(searched));
  }
}

TEST_CASE("budgets of trials and exhausted spaces end a search") {
  const RecordedSpace space = compiled_space(std::vector<double>(10, 1.0));
  CHECK(search(space, {.cores = 4, .seconds = 1e6}).trials.size() == 10);
  CHECK(search(space, {.cores = 4, .seconds = 1e6, .trials = 3}).trials.size() == 3);
  CHECK(search(space, {.cores = 4, .seconds = 0.5}).trials.empty());
}

TEST_CASE("a summary in time says what was found when, and how busy everything was") {
  const RecordedSpace space = compiled_space({2, 2, 2, 2});
  const auto summary = summarise_in_time({space}, {{"exhaustive", strategy_named("exhaustive")}},
                                         {2, 5, 9}, {.cores = 1, .seeds = 3, .threads = 1});
  const auto& strategy = summary.spaces.at(0).strategies.at(0);
  REQUIRE(strategy.figures.size() == 3);
  CHECK(strategy.figures[0].trials == 0);
  CHECK(strategy.figures[0].optimum_over_best == 0);
  CHECK(strategy.figures[1].trials == Approx(2));
  CHECK(strategy.figures[1].optimum_over_best == Approx(1));
  CHECK(strategy.figures[2].trials == Approx(4));
  CHECK(strategy.cores_busy == Approx(8.0 / 9));
  CHECK(strategy.devices_busy == Approx(4.0 / 9));
  CHECK(strategy.over_ideal == Approx(9.0 / 12));
  for (const std::string format : {"terminal", "markdown", "csv", "json"}) {
    std::ostringstream out;
    write_timed_replay(summary, format, false, out);
    CHECK_THAT(out.str(), contains("exhaustive") && contains("line"));
  }
  std::ostringstream out;
  CHECK_THROWS_AS(write_timed_replay(summary, "xml", false, out), Error);
}
