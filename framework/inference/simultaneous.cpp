#include "framework/inference/simultaneous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/ranked_distances.hpp"

namespace assay::inference {
namespace {

constexpr std::size_t most_enumerated = 12;
constexpr double infinity = std::numeric_limits<double>::infinity();

// The sums of ranks on both sides of a shift; for the sign test all ranks are equal.
RankedDistances distances_of(std::span<const double> effects, const Shift& shift, Method method) {
  RankedDistances distances = rank_distances(effects, shift);
  if (method == Method::signed_rank) return distances;
  distances.above = 0;
  distances.below = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    distances.ranks[i] = 2;
    if (distances.sides[i] > 0) distances.above += 2;
    if (distances.sides[i] < 0) distances.below += 2;
  }
  return distances;
}

std::vector<double> negated_copy(std::span<const double> effects) {
  std::vector<double> negated(effects.begin(), effects.end());
  for (double& effect : negated) effect = -effect;
  return negated;
}

// The distribution, by chance alone, of the least sum of ranks of all comparisons: the smaller such
// a sum, the more certain it is that the effects lie on the other side.
class LeastSums {
 public:
  LeastSums(std::span<const RoundEffects> comparisons, std::span<const double> centres,
            Method method) {
    std::map<std::uint32_t, std::size_t> places;
    for (const auto& comparison : comparisons) {
      for (const std::uint32_t round : comparison.rounds) places.emplace(round, 0);
    }
    std::size_t next = 0;
    for (auto& [_, place] : places) place = next++;
    for (std::size_t k = 0; k < comparisons.size(); ++k) {
      Member& member = members_.emplace_back();
      member.change.resize(places.size());
      // The shift is just beyond the centre, so that every effect has a side and no two are equally
      // far.
      const auto distances = distances_of(comparisons[k].effects, {2 * centres[k], true}, method);
      for (std::size_t i = 0; i < distances.ranks.size(); ++i) {
        const bool above = distances.sides[i] > 0;
        const auto rank = static_cast<std::int32_t>(distances.ranks[i]);
        member.total += rank;
        member.above += above ? rank : 0;
        member.change[places.at(comparisons[k].rounds[i])] = above ? -rank : rank;
      }
    }
    turn_over(places.size());
    std::sort(one_sided_.begin(), one_sided_.end());
    std::sort(two_sided_.begin(), two_sided_.end());
  }

  [[nodiscard]] double p_one_sided(std::uint64_t sum) const { return share(one_sided_, sum); }
  [[nodiscard]] double p_two_sided(std::uint64_t sum) const { return share(two_sided_, sum); }

 private:
  struct Member {
    std::int32_t total = 0;            // sum of all ranks
    std::int32_t above = 0;            // sum of the ranks above the centre
    std::vector<std::int32_t> change;  // change of `above` by each round that is turned over
  };

  // Collects the least sums over patterns of rounds that are turned over, so that their effects
  // change sides.
  void turn_over(std::size_t rounds) {
    std::vector<std::int32_t> turned(rounds);
    if (rounds <= most_enumerated) {
      for (std::size_t pattern = 0; pattern < std::size_t{1} << rounds; ++pattern) {
        for (std::size_t k = 0; k < rounds; ++k) turned[k] = (pattern >> k) & 1U;
        add_pattern(turned);
      }
      return;
    }
    Random random(1);
    for (std::size_t drawn = 0; drawn < random_patterns; ++drawn) {
      for (std::int32_t& one : turned) one = random.chance(0.5) ? 1 : 0;
      add_pattern(turned);
    }
  }

  void add_pattern(const std::vector<std::int32_t>& turned) {
    std::int32_t least_below = std::numeric_limits<std::int32_t>::max();
    std::int32_t least = least_below;
    for (const Member& member : members_) {
      const std::int32_t above =
          std::inner_product(turned.begin(), turned.end(), member.change.begin(), member.above);
      least_below = std::min(least_below, member.total - above);
      least = std::min({least, member.total - above, above});
    }
    one_sided_.push_back(static_cast<std::uint64_t>(least_below));
    two_sided_.push_back(static_cast<std::uint64_t>(least));
  }

  // The share of patterns whose least sum is at most `sum`.
  [[nodiscard]] static double share(const std::vector<std::uint64_t>& sorted, std::uint64_t sum) {
    const auto end = std::upper_bound(sorted.begin(), sorted.end(), sum);
    return static_cast<double>(end - sorted.begin()) / static_cast<double>(sorted.size());
  }

  std::vector<Member> members_;
  std::vector<std::uint64_t> one_sided_;
  std::vector<std::uint64_t> two_sided_;
};

// Twice the shifts at which sums of ranks change, ascending.
std::vector<double> steps_of(std::span<const double> effects, Method method) {
  if (method == Method::signed_rank) return sorted_walsh_sums(effects);
  std::vector<double> steps;
  for (const double effect : effects) steps.push_back(2 * effect);
  std::sort(steps.begin(), steps.end());
  return steps;
}

// The least shift that is not rejected for lying too far below the effects.
double lower_bound_of(std::span<const double> effects, Method method, const LeastSums& least,
                      double level) {
  const auto rejects = [&](double doubled) {
    return least.p_two_sided(distances_of(effects, {doubled, true}, method).below) <= level;
  };
  if (!rejects(-std::numeric_limits<double>::max())) return -infinity;
  const auto steps = steps_of(effects, method);
  return *std::partition_point(steps.begin(), steps.end(), rejects) / 2;
}

Location located(std::span<const double> effects, double centre, Method method,
                 const LeastSums& least, double level) {
  return {centre, lower_bound_of(effects, method, least, level),
          -lower_bound_of(negated_copy(effects), method, least, level), method};
}

std::vector<double> centres_of(std::span<const RoundEffects> comparisons, Method method) {
  std::vector<double> centres;
  for (const auto& comparison : comparisons) {
    centres.push_back(centre(comparison.effects, method));
  }
  return centres;
}

// One method for all comparisons, because their statistics are compared with each other.
Method common_method(std::span<const RoundEffects> comparisons) {
  const bool tied = std::ranges::any_of(comparisons, [](const RoundEffects& comparison) {
    return method_for(comparison.effects) == Method::sign_test;
  });
  return tied ? Method::sign_test : Method::signed_rank;
}

void require_alike(std::span<const RoundEffects> comparisons) {
  for (const auto& comparison : comparisons) {
    require_finite(comparison.effects, "the effect of round");
    if (comparison.effects.size() != comparisons.front().effects.size() ||
        comparison.rounds.size() != comparison.effects.size()) {
      throw internal_error("comparisons judged together have different numbers of rounds");
    }
  }
}

std::string too_few_rounds(std::size_t rounds, std::size_t comparisons, double level) {
  return fmt::format("{} round{} {} too few for {} at a level of {:.3g}", rounds,
                     rounds == 1 ? "" : "s", rounds == 1 ? "is" : "are",
                     comparisons == 1 ? "a comparison" : fmt::format("{} comparisons", comparisons),
                     level);
}

}  // namespace

std::vector<Verdict> judge_together(std::span<const RoundEffects> comparisons,
                                    const Criteria& criteria) {
  require_valid(criteria);
  if (comparisons.empty()) return {};
  require_alike(comparisons);
  std::vector<Verdict> verdicts;
  if (comparisons.front().effects.empty()) {
    for (std::size_t k = 0; k < comparisons.size(); ++k) verdicts.push_back(judge({}, criteria));
    return verdicts;
  }
  const Method method = common_method(comparisons);
  const auto centres = centres_of(comparisons, method);
  const LeastSums least(comparisons, centres, method);
  for (std::size_t k = 0; k < comparisons.size(); ++k) {
    const auto& effects = comparisons[k].effects;
    Verdict verdict;
    verdict.location = located(effects, centres[k], method, least, criteria.alpha);
    const RankedDistances at_zero = distances_of(effects, {0, false}, method);
    verdict.p_different = least.p_two_sided(std::min(at_zero.above, at_zero.below));
    if (criteria.delta > 0) {
      const auto down = distances_of(effects, {-2 * criteria.delta, false}, method);
      const auto up = distances_of(effects, {2 * criteria.delta, false}, method);
      verdict.p_equivalent = least.p_one_sided(std::max(down.below, up.above));
    }
    const bool bounded =
        std::isfinite(verdict.location.lower) && std::isfinite(verdict.location.upper);
    verdicts.push_back(
        conclude(std::move(verdict),
                 bounded ? "" : too_few_rounds(effects.size(), comparisons.size(), criteria.alpha),
                 criteria));
  }
  return verdicts;
}

std::vector<Location> locate_together(std::span<const RoundEffects> quantities, double confidence) {
  std::map<std::size_t, std::vector<std::size_t>> by_length;
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    require_finite(quantities[k].effects, "the value of process");
    by_length[quantities[k].effects.size()].push_back(k);
  }
  std::vector<Location> locations(quantities.size(), {std::numeric_limits<double>::quiet_NaN(),
                                                      -infinity, infinity, Method::sign_test});
  for (const auto& [length, members] : by_length) {
    if (length == 0) continue;
    std::vector<RoundEffects> alike;
    for (const std::size_t member : members) alike.push_back(quantities[member]);
    const auto centres = centres_of(alike, Method::sign_test);
    const LeastSums least(alike, centres, Method::sign_test);
    // The quantities of each length have a part of the level in proportion to their number.
    const double level = (1 - confidence) * static_cast<double>(members.size()) /
                         static_cast<double>(quantities.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      locations[members[k]] =
          located(alike[k].effects, centres[k], Method::sign_test, least, level);
    }
  }
  return locations;
}

}  // namespace assay::inference
