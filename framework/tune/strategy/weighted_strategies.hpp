#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/core/strategy_spec.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/outcome_scale.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

// Searches for more than the fastest, by strategies that know one number only: a handful of them,
// each with weights of its own, told every trial as its weights see it, and asked in turn. So each
// strategy there is serves, whatever it does; and as those of neighbouring weights want what lies
// side by side on the front, each learns from what the others try.
//
// The first keeps its eye on the objective. The others begin with weights that are spread evenly,
// and draw new ones after a few proposals, as ParEGO does with its one model after each (Knowles
// 2006): fixed weights would find no more points of the front than there are weights. What a trial
// is told as hangs on ranges that nobody knows beforehand (OutcomeScale). Where either changes,
// strategies begin anew with all that is known: walkers stand on what is best then, populations are
// made of it.
//
// With an objective alone, and nothing to keep, this is the strategy itself.
class WeightedStrategies {
 public:
  // `further` is how many quantities count beside the objective. Throws as make_strategy; the space
  // must outlive the object. Earlier searches tell of the objective alone, and so serve the
  // strategy that looks for that.
  WeightedStrategies(const StrategySpec& spec, const SearchSpace& space, std::uint64_t seed,
                     const Experience& experience, std::size_t further);

  // As Strategy.
  std::optional<std::uint64_t> propose();
  void exclude(std::uint64_t index);
  // Nothing for a failed trial, and for one of which not all is known.
  void observe(std::uint64_t index, const std::optional<Outcome>& outcome);

 private:
  struct Observed {
    std::uint64_t index;
    std::optional<Outcome> outcome;
  };

  // A strategy with the weights that it aims by.
  struct Aim {
    std::vector<double> weights;
    std::unique_ptr<Strategy> strategy;
    std::size_t proposals = 0;  // since it has them
  };

  void begin_anew(std::size_t number);
  void tell(const Aim& aim, const Observed& observed) const;

  StrategySpec spec_;
  const SearchSpace* space_;
  std::uint64_t seed_;
  Experience experience_;
  std::vector<Aim> aims_;  // the first is at the objective
  std::size_t turn_ = 0;
  std::uint64_t beginnings_ = 0;
  std::mt19937_64 random_;
  std::vector<Observed> observed_;
  std::vector<std::uint64_t> taken_;  // proposed or excluded, in order
  OutcomeRanges ranges_;              // of all that is known
  OutcomeScale scale_;                // by which the strategies were told
};

// Weights that are spread evenly over the simplex, 10 at most of up to ten quantities: the lattice
// of as many steps as that allows, four at most, and its centre where it lacks that (Das and Dennis
// 1998). The first puts all weight on the first quantity.
[[nodiscard]] std::vector<std::vector<double>> spread_weights(std::size_t quantities);

}  // namespace assay
