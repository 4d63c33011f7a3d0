#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <unordered_set>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/inputs.hpp"
#include "framework/tune/strategy/opening.hpp"
#include "framework/tune/strategy/permutation.hpp"
#include "framework/tune/strategy/sources.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

// The number of changed parameters that make a neighbour: one, and another that a constraint may
// require.
inline constexpr std::size_t most_changes = 2;

// The opening and bookkeeping of a strategy: a derived class implements do_propose and do_observe,
// and need not know what was tried in the opening, by other strategies, or at random.
class BasicStrategy : public Strategy {
 public:
  explicit BasicStrategy(const StrategyInputs& inputs)
      : space_(&inputs.space),
        sources_(inputs.space, inputs.experience),
        opening_(inputs.space, inputs.experience),
        order_(inputs.space.size(), inputs.seed),
        random_(inputs.seed) {}

  // Proposes the probes of earlier searches, the opening, and what these searches recommend
  // further; then, where the strategy has no idea of its own, a random configuration.
  std::optional<std::uint64_t> propose() final;
  void observe(std::uint64_t index, std::optional<double> objective) final;
  void exclude(std::uint64_t index) final { take(index); }

 protected:
  // A configuration that is not known, or nothing for lack of ideas. Not called once all are known.
  virtual std::optional<std::uint64_t> do_propose() = 0;
  // Receives the result of a trial, see Strategy::observe.
  virtual void do_observe(std::uint64_t index, std::optional<double> objective) = 0;
  // Called when a configuration has become known: proposed, excluded, or about to be observed.
  virtual void do_take(std::uint64_t /*index*/) {}

  [[nodiscard]] const SearchSpace& space() const { return *space_; }
  // What earlier searches let this one expect. Has observed what do_observe is told.
  [[nodiscard]] Sources& sources() { return sources_; }
  // Whether an index was proposed, observed or excluded.
  [[nodiscard]] bool known(std::uint64_t index) const { return known_.count(index) != 0; }
  // An unknown configuration, drawn uniformly; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> at_random();
  [[nodiscard]] std::mt19937_64& random() { return random_; }
  // A random number from 0 to `count` - 1; `count` is at least 1.
  [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
  [[nodiscard]] double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  // The unknown neighbours of a configuration, in random order.
  [[nodiscard]] std::vector<std::uint64_t> unknown_neighbours(std::uint64_t index,
                                                              SearchSpace::Neighbourhood kind);
  // The configuration nearest to an assignment, which need not be in the space, or one of its
  // neighbours if it is known; nothing if all of them are known. This way no idea is lost to
  // constraints, and none is wasted by being proposed twice.
  [[nodiscard]] std::optional<std::uint64_t> unknown_near(std::span<const std::uint32_t> wanted);

 private:
  void take(std::uint64_t index);

  const SearchSpace* space_;
  Sources sources_;
  Opening opening_;
  Permutation order_;
  std::uint64_t position_ = 0;  // in order_; everything before it is known
  std::mt19937_64 random_;
  // Trials take at least milliseconds, so this never grows to a size that matters.
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace assay
