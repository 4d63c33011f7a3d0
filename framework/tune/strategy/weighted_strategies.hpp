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

// Searches for a front of several quantities with strategies that know only one number: a handful
// of them, each with weights of its own, which observe every trial according to their weights and
// are asked in turn. Hence any strategy can be used; and because strategies with similar weights
// look for neighbouring parts of the front, each learns from what the others try.
//
// The first strategy aims at the objective alone. The others begin with evenly spread weights and
// draw new ones after a few proposals, as ParEGO does with its single model after each proposal
// (Knowles 2006): fixed weights would find no more points of the front than there are weights. The
// number that a strategy observes also depends on ranges that are not known beforehand
// (OutcomeScale). Whenever weights or ranges change, strategies begin again with all that is known:
// walkers start at what is best under the new numbers, populations are made of it.
//
// With an objective alone and no requirements, this is the strategy itself.
class WeightedStrategies {
 public:
  // `further` is the number of quantities that count besides the objective. Throws the same errors
  // as make_strategy; the space must outlive the object. Earlier searches know only the objective,
  // so only the strategy that aims at it uses them.
  WeightedStrategies(const StrategySpec& spec, const SearchSpace& space, std::uint64_t seed,
                     const Experience& experience, std::size_t further);

  // See Strategy for propose, exclude, took, expected_seconds, set_aside and observe.
  std::optional<std::uint64_t> propose();
  void exclude(std::uint64_t index);
  void took(std::uint64_t index, double seconds);
  [[nodiscard]] std::optional<double> expected_seconds(std::uint64_t index);
  void set_aside(std::uint64_t index, double seconds);
  // `outcome` is nothing for a failed trial, and for a trial with an unknown quantity.
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
    std::size_t proposals = 0;  // since it has had these weights
  };

  void begin_anew(std::size_t number);
  void tell(const Aim& aim, const Observed& observed) const;

  StrategySpec spec_;
  const SearchSpace* space_;
  std::uint64_t seed_;
  Experience experience_;
  std::vector<Aim> aims_;  // the first aims at the objective
  std::size_t turn_ = 0;
  std::uint64_t beginnings_ = 0;
  std::mt19937_64 random_;
  std::vector<Observed> observed_;
  std::vector<std::uint64_t> taken_;  // proposed or excluded, in order
  OutcomeRanges ranges_;              // of all outcomes observed
  OutcomeScale scale_;                // that the strategies' numbers were computed with
};

// Weights that are spread evenly over the simplex, at most 10 of them for up to ten quantities: the
// lattice with as many steps as that allows, four at most, plus its centre if the lattice lacks it
// (Das and Dennis 1998). The first puts all weight on the first quantity.
[[nodiscard]] std::vector<std::vector<double>> spread_weights(std::size_t quantities);

}  // namespace assay
