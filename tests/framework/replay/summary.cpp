#include "framework/replay/summary.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "framework/replay/writer.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using assay::test::line_space;

namespace {

// A strategy that proposes x = seed, seed + 1, ... modulo the number of values.
class Walk : public Strategy {
 public:
  Walk(const SearchSpace& space, std::uint64_t seed) : space_(space), next_(seed) {}
  std::optional<std::uint64_t> propose() override {
    if (done_++ == space_.size()) return std::nullopt;
    return space_.index_of({{"x", static_cast<std::int64_t>(next_++ % space_.size())}});
  }
  void observe(std::uint64_t /*index*/, std::optional<double> /*objective*/) override {}
  void exclude(std::uint64_t /*index*/) override {}

 private:
  const SearchSpace& space_;
  std::uint64_t next_;
  std::uint64_t done_ = 0;
};

const NamedStrategy walk = {"walk", [](const SearchSpace& space, std::uint64_t seed) {
                              return std::make_unique<Walk>(space, seed);
                            }};

// The objectives of a walk with seed 1 are 4, failure, 1, 2; with seed 2: failure, 1, 2, 4.
RecordedSpace four() { return line_space({2.0, 4.0, std::nullopt, 1.0}); }

ReplaySummary summary_of(const std::vector<RecordedSpace>& spaces,
                         const std::vector<std::uint64_t>& budgets) {
  return summarise(spaces, {walk}, {budgets, 2, false});
}

std::string written(const ReplaySummary& summary, const std::string& format) {
  std::ostringstream out;
  write_replay(summary, format, false, out);
  return out.str();
}

}  // namespace

TEST_CASE("figures of a space that can be worked out by hand") {
  const auto summary = summary_of({four()}, {1, 2, 3, 9});
  CHECK(summary.means.empty());
  REQUIRE(summary.spaces.size() == 1);
  const auto& space = summary.spaces[0];
  CHECK(space.configurations == 4);
  CHECK(space.failures == 1);
  CHECK(space.optimum == 1);
  // One draw gives (1 + 1/2 + 1/4 + 0) / 4. The best of two draws is 1 in three of the six pairs, 2
  // in two and 4 in one.
  REQUIRE(space.random_curve.size() == 4);
  CHECK(space.random_curve[0] == Approx(1.75 / 4));
  CHECK(space.random_curve[1] == Approx((3 + 2 * 0.5 + 0.25) / 6));
  CHECK(space.random_curve[3] == Approx(1));

  REQUIRE(space.strategies.size() == 1);
  const auto& walked = space.strategies[0];
  CHECK(walked.curve == std::vector<double>{0.125, 0.625, 1, 1});
  REQUIRE(walked.figures.size() == 4);
  const auto& first = walked.figures[0];
  CHECK(first.optimum_over_best == Approx(0.125));
  CHECK(first.standard_error == Approx(0.125));
  CHECK(first.hits == 0);
  CHECK(first.random_hits == Approx(0.25));
  CHECK(first.gap_closed().value() == Approx((0.125 - 0.4375) / (1 - 0.4375)));
  CHECK(walked.figures[1].hits == Approx(0.5));
  CHECK(walked.figures[2].gap_closed().value() == Approx(1));
  // Where the whole space has been searched there is no gap to close.
  CHECK(walked.figures[3].optimum_over_best == 1);
  CHECK_FALSE(walked.figures[3].gap_closed());
}

TEST_CASE("means over spaces close the gap of the means") {
  const auto easy = line_space({1.0, 1.0, 1.0, 2.0});
  const auto summary = summary_of({four(), easy}, {1});
  REQUIRE(summary.means.size() == 1);
  const auto& mean = summary.means[0].figures[0];
  // The walks in `easy` begin at x = 1 and 2, which are both optimal; exact random search has 3.5 /
  // 4.
  CHECK(mean.optimum_over_best == Approx((0.125 + 1) / 2));
  CHECK(mean.random == Approx((0.4375 + 0.875) / 2));
  CHECK(mean.gap_closed().value() ==
        Approx((mean.optimum_over_best - mean.random) / (1 - mean.random)));
}

TEST_CASE("every format tells of every strategy and budget") {
  auto named = four();
  named.name = "a,b|c";
  const auto summary = summary_of({named, four()}, {1, 3});
  const std::string terminal = written(summary, "terminal");
  CHECK_THAT(terminal,
             contains("2 searches each") && contains("a,b|c: 4 configurations, 1 of them"));
  CHECK_THAT(terminal, contains("walk") && contains("0.125") && contains("mean over the spaces"));
  CHECK_THAT(written(summary, "markdown"),
             contains("## a,b\\|c") && contains("| walk | 3 | 1.000"));

  const std::string csv = written(summary, "csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3 * 2);
  CHECK_THAT(csv, contains("space,configurations,") && contains("\"a,b|c\",4,1,1,2,walk,1,0.125,"));

  const auto json = nlohmann::json::parse(written(summary, "json"));
  CHECK(json.at("seeds") == 2);
  CHECK(json.at("spaces").at(0).at("random_curve").size() == 3);
  const auto& walked = json.at("spaces").at(0).at("strategies").at(0);
  CHECK(walked.at("curve") == nlohmann::json{0.125, 0.625, 1.0});
  CHECK(walked.at("figures").at(1).at("hits") == 1.0);
  CHECK(json.at("means").at(0).at("figures").size() == 2);
  CHECK_THROWS_WITH(written(summary, "jsn"), contains("did you mean 'json'"));
  for (const auto& format : writer_names()) CHECK_FALSE(written(summary, format).empty());
}

TEST_CASE("a space without any success cannot be searched") {
  CHECK_THROWS_WITH(summary_of({line_space({std::nullopt})}, {1}), contains("line: all 1"));
}
