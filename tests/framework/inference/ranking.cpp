#include "framework/inference/ranking.hpp"

#include <cmath>
#include <functional>
#include <vector>

#include "framework/core/random.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

namespace {

using assay::Random;
using namespace assay::inference;

// Contestants with one value for each round: their own log time plus noise.
std::vector<Contestant> contestants_of(const std::vector<double>& truth, std::uint32_t rounds,
                                       const std::function<double()>& noise) {
  std::vector<Contestant> contestants;
  for (std::size_t k = 0; k < truth.size(); ++k) contestants.push_back({k, {}});
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < truth.size(); ++k) {
      contestants[k].logs[round] = truth[k] + noise();
    }
  }
  return contestants;
}

std::size_t count_of(const Ranking& ranking, Outcome outcome) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < ranking.standings.size(); ++k) {
    count += k != ranking.leader && ranking.standings[k].verdict.outcome == outcome ? 1 : 0;
  }
  return count;
}

// Whether a ranking that proceeds from look to look until all contestants are settled ever names a
// winner.
bool names_a_winner(std::vector<Contestant> contestants, std::size_t most_rounds,
                    const RankingRule& rule, const std::function<double(std::size_t)>& value) {
  for (std::uint32_t round = 0; round < most_rounds; ++round) {
    for (std::size_t k = 0; k < contestants.size(); ++k) contestants[k].logs[round] = value(k);
    const auto look = look_after(round + 1, rule.alpha);
    if (!look || look->blocks != round + 1) continue;
    const Ranking ranking = rank(contestants, rule);
    if (count_of(ranking, Outcome::slower) == contestants.size() - 1) return true;
    if (count_of(ranking, Outcome::undecided) == 0) return false;
  }
  return false;
}

TEST_CASE("looks come after 10, 20, 40 ... rounds, and their levels do not exceed alpha") {
  CHECK(!look_after(9, 0.05));
  CHECK(look_after(10, 0.05)->blocks == 10);
  CHECK(look_after(19, 0.05)->blocks == 10);
  CHECK(look_after(20, 0.05)->blocks == 20);
  CHECK(look_after(1000, 0.05)->blocks == 640);
  CHECK(next_look(0, 0.05).blocks == 10);
  CHECK(next_look(10, 0.05).blocks == 20);
  CHECK(next_look(39, 0.05).blocks == 40);
  double spent = 0;
  for (std::size_t rounds = 10; rounds <= 10240; rounds *= 2) {
    spent += look_after(rounds, 0.05)->level;
    CHECK(spent < 0.05);
  }
  CHECK(spent > 0.0499);
}

TEST_CASE("the best one leads, and what is far behind is slower") {
  Random random(1);
  const auto noise = [&] { return 0.01 * random.normal(); };
  const auto contestants = contestants_of({0.3, 0, 0.2, 0.9}, 10, noise);
  const Ranking ranking = rank(contestants, {0.05, 0.01});
  CHECK(ranking.leader == 1);
  CHECK(count_of(ranking, Outcome::slower) == 3);
  CHECK(ranking.standings[0].verdict.location.estimate == Approx(0.3).margin(0.03));
  CHECK(ranking.standings[0].rounds == 10);
  CHECK(!forecast(ranking, {0.05, 0.01}));
}

TEST_CASE("less than a first look makes no claim, however large the difference") {
  Random random(2);
  const auto noise = [&] { return 0.001 * random.normal(); };
  for (const std::uint32_t rounds : {1u, 3u, 9u}) {
    const RankingRule rule{0.05, 0.01};
    const Ranking ranking = rank(contestants_of({1, 0}, rounds, noise), rule);
    CHECK(ranking.leader == 1);
    CHECK(count_of(ranking, Outcome::undecided) == 1);
    CHECK(std::isinf(ranking.standings[0].verdict.location.upper));
    CHECK(ranking.standings[0].verdict.reason.find("claims are made after 10") !=
          std::string::npos);
    CHECK(forecast(ranking, rule)->rounds == 10 - rounds);
  }
}

TEST_CASE("rounds beyond a look wait for the next one") {
  Random random(3);
  const auto noise = [&] { return random.normal(); };
  auto contestants = contestants_of({0, 0.5}, 13, noise);
  const RankingRule rule{0.05, 0.01};
  const auto at_ten = [&] {
    auto shorter = contestants;
    for (auto& one : shorter) one.logs.erase(one.logs.find(10), one.logs.end());
    return compare_with(shorter, 0, rule)[1].verdict;
  }();
  const auto at_thirteen = compare_with(contestants, 0, rule)[1].verdict;
  CHECK(at_thirteen.location.lower == at_ten.location.lower);
  CHECK(at_thirteen.p_different == at_ten.p_different);
}

TEST_CASE("contestants are compared in the rounds that both have") {
  Random random(4);
  auto contestants = contestants_of({0, 0.3, 0}, 20, [&] { return 0.01 * random.normal(); });
  auto& early = contestants[1].logs;
  early.erase(early.find(10), early.end());
  // The machine becomes twice as slow after the tenth round, which makes no contestant slower than
  // another.
  for (auto& one : contestants) {
    for (auto& [round, log] : one.logs) log += round >= 10 ? std::log(2.0) : 0;
  }
  const auto standings = compare_with(contestants, 0, {0.05, 0.05});
  CHECK(standings[1].look->blocks == 10);
  CHECK(standings[1].verdict.outcome == Outcome::slower);
  CHECK(standings[1].verdict.location.estimate == Approx(0.3).margin(0.02));
  CHECK(standings[2].look->blocks == 20);
  CHECK(standings[2].verdict.outcome == Outcome::equivalent);
}

TEST_CASE("contestants that share no round tell nothing of each other") {
  const std::vector<Contestant> contestants = {{0, {{0, 1.0}, {1, 1.1}}}, {1, {{2, 5.0}}}};
  const Ranking ranking = rank(contestants, {0.05, 0.01});
  CHECK(ranking.standings[1 - ranking.leader].rounds == 0);
  CHECK(count_of(ranking, Outcome::undecided) == 1);
}

TEST_CASE("a group is as undecided as its contestants") {
  Ranking ranking;
  ranking.standings.resize(4);
  const std::vector<Contestant> contestants = {{0, {}}, {1, {}}, {1, {}}, {1, {}}};
  const auto outcome = [&](Outcome a, Outcome b, Outcome c) {
    ranking.standings[1].verdict.outcome = a;
    ranking.standings[2].verdict.outcome = b;
    ranking.standings[3].verdict.outcome = c;
    return outcome_of_group(ranking, contestants, 1);
  };
  CHECK(outcome(Outcome::slower, Outcome::slower, Outcome::slower) == Outcome::slower);
  CHECK(outcome(Outcome::slower, Outcome::equivalent, Outcome::slower) == Outcome::equivalent);
  CHECK(outcome(Outcome::slower, Outcome::equivalent, Outcome::undecided) == Outcome::undecided);
}

TEST_CASE("a forecast says what more rounds could tell apart") {
  Random random(5);
  const RankingRule rule{0.05, 0.001};
  const Ranking ranking =
      rank(contestants_of({0, 0}, 10, [&] { return 0.05 * random.normal(); }), rule);
  REQUIRE(count_of(ranking, Outcome::undecided) == 1);
  const auto more = forecast(ranking, rule);
  CHECK(more->rounds == 10);
  const auto& location = ranking.standings[1 - ranking.leader].verdict.location;
  CHECK(*more->tells < (location.upper - location.lower) / 2);
  CHECK(*more->tells > (location.upper - location.lower) / 8);
}

TEST_CASE("of identical contestants none is named a winner more often than the level says") {
  const std::size_t count = GENERATE(3u, 5u);
  const int kind = GENERATE(0, 1, 2, 3);
  CAPTURE(count, kind);
  Random random(count * 10 + static_cast<std::size_t>(kind));
  const auto repetitions = static_cast<int>(assay::test::repeated(100));
  int winners = 0;
  for (int r = 0; r < repetitions; ++r) {
    double drift = 0;
    const auto value = [&](std::size_t) {
      switch (kind) {
        case 0:
          return 0.02 * random.normal();
        case 1:
          return 0.05 * random.exponential();
        case 2:  // processes with two states of memory placement
          return (random.chance(0.4) ? 0.1 : 0.0) + 0.002 * random.normal();
        default:  // a machine that warms up, with noise
          drift += 0.002;
          return drift + 0.02 * random.normal();
      }
    };
    std::vector<Contestant> contestants;
    for (std::size_t k = 0; k < count; ++k) contestants.push_back({k, {}});
    winners += names_a_winner(contestants, 40, {0.05, 0.005}, value) ? 1 : 0;
  }
  // A machine that drifts favours the contestant that is always measured first, so its level is
  // higher here; real rounds have drawn orders for this reason.
  const double level = kind == 3 ? 0.10 : 0.05;
  CHECK(winners <= repetitions * level + 3 * std::sqrt(repetitions * level * (1 - level)));
}

}  // namespace
