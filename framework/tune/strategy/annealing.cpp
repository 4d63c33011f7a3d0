#include <algorithm>
#include <cmath>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983) over the logarithm of the objective: moves
// to a random neighbour if it is better, and with probability exp(-d / t) if it is worse by d,
// where the temperature t falls with each trial. If no neighbour is left, or the temperature has
// reached its minimum, it returns to the best; in the latter case at the initial temperature.
class Annealing final : public BasicStrategy {
 public:
  explicit Annealing(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        starts_(inputs.settings.count("starts")),
        warmest_(inputs.settings["temperature"]),
        coldest_(inputs.settings["coldest"]),
        cooling_(inputs.settings["cooling"]),
        temperature_(warmest_) {}

 private:
  struct Place {
    std::uint64_t index;
    double value;  // logarithm of the objective
  };

  std::optional<std::uint64_t> do_propose() override {
    if (observed_ < starts_ || !place_) return at_random();
    for (const Place& from : {*place_, *best_}) {
      const auto near = unknown_neighbours(from.index, SearchSpace::Neighbourhood::any_value);
      if (near.empty()) continue;
      place_ = from;
      return near.front();
    }
    return std::nullopt;
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    ++observed_;
    if (!objective) return;
    const Place seen{index, std::log(std::max(*objective, 1e-300))};
    if (!best_ || seen.value < best_->value) best_ = seen;
    if (!place_ || observed_ <= starts_) {
      place_ = best_;
      return;
    }
    const double worse = seen.value - place_->value;
    if (worse <= 0 || uniform() < std::exp(-worse / temperature_)) place_ = seen;
    temperature_ *= cooling_;
    if (temperature_ > coldest_) return;
    temperature_ = warmest_;
    place_ = best_;
  }

  std::size_t starts_;
  double warmest_;
  double coldest_;
  double cooling_;
  double temperature_;
  std::size_t observed_ = 0;
  std::optional<Place> place_;
  std::optional<Place> best_;
};

}  // namespace

std::unique_ptr<Strategy> make_annealing(const StrategyInputs& inputs) {
  return std::make_unique<Annealing>(inputs);
}

}  // namespace assay
