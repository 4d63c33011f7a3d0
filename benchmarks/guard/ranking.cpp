#include "benchmarks/guard/ranking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "framework/inference/median.hpp"
#include "framework/inference/ranking.hpp"

namespace assay::guard {
namespace {

using Contestants = std::array<inference::Contestant, 2>;  // indexed by Build

std::size_t place_of(Build build) { return build == Build::baseline ? 0 : 1; }

inference::RankingRule rule_of(const FinalSpec& finals) {
  return {1 - finals.sampling.confidence, std::log1p(finals.margin)};
}

// Simulates a round and adds the result to both contestants.
void run_round(Machine& machine, const RoundRuns& runs, std::uint32_t number, Random& random,
               Contestants& contestants) {
  machine.start_process();
  std::array order = {Build::baseline, Build::candidate};
  random.shuffle(std::span<Build>(order));
  std::array<std::vector<double>, 2> times;
  while (times[0].size() < runs.of_process) {
    for (const Build build : order) {
      for (std::size_t k = 0; k < runs.of_turn; ++k) {
        times[place_of(build)].push_back(machine.run(build));
      }
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    contestants[k].logs[number] = std::log(inference::median_of(std::move(times[k])));
  }
}

Finding rank_two(Machine& machine, const FinalSpec& finals, const RoundRuns& runs,
                 const RunCosts& costs, Random& random) {
  const inference::RankingRule rule = rule_of(finals);
  Contestants contestants;
  contestants[place_of(Build::candidate)].group = 1;
  inference::Standing standing;
  std::size_t rounds = 0;
  while (!standing.settled() && rounds < finals.rounds) {
    const std::size_t look =
        std::min<std::size_t>(inference::next_look(rounds, rule.alpha).blocks, finals.rounds);
    for (; rounds < look; ++rounds) {
      run_round(machine, runs, static_cast<std::uint32_t>(rounds), random, contestants);
    }
    standing = inference::compare_with(contestants, place_of(Build::baseline), rule).back();
  }
  const double of_round = costs.process + static_cast<double>(runs.of_process) * costs.run;
  return {standing.verdict.outcome, 2 * static_cast<double>(rounds) * of_round,
          standing.verdict.location};
}

}  // namespace

Detector ranking_detector(const FinalSpec& finals, const RoundRuns& runs, const RunCosts& costs) {
  return {"ranking", [=](Machine& machine, Random& random) {
            return rank_two(machine, finals, runs, costs, random);
          }};
}

Detector first_look_detector(FinalSpec finals, const RoundRuns& runs, const RunCosts& costs) {
  finals.rounds = inference::first_look;
  Detector detector = ranking_detector(finals, runs, costs);
  detector.name = "first look";
  return detector;
}

std::string ranking_line(const FinalSpec& finals) {
  const inference::RankingRule rule = rule_of(finals);
  std::vector<std::string> looks;
  for (std::size_t rounds = 0; rounds < finals.rounds;) {
    const inference::Look look = inference::next_look(rounds, rule.alpha);
    looks.push_back(fmt::format("{} at {:.3g}", look.blocks, look.level));
    rounds = look.blocks;
  }
  return fmt::format("ranking: alpha={:.3g} margin={:.3g} rounds={} looks={}", rule.alpha,
                     finals.margin, finals.rounds, fmt::join(looks, ", "));
}

}  // namespace assay::guard
