#include <vector>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Greedy local search: tries the neighbours of the current place in random order and moves to the
// first that is better. If none is left, it starts again from a random configuration.
class Local final : public BasicStrategy {
 public:
  explicit Local(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        starts_(inputs.settings.count("starts")),
        kind_(inputs.settings["one_step"] > 0.5 ? SearchSpace::Neighbourhood::one_step
                                                : SearchSpace::Neighbourhood::any_value) {}

 private:
  std::optional<std::uint64_t> do_propose() override {
    if (observed_ < starts_ || !place_) return at_random();
    if (!listed_) {
      neighbours_ = unknown_neighbours(*place_, kind_);
      listed_ = true;
    }
    while (!neighbours_.empty()) {
      const std::uint64_t next = neighbours_.back();
      neighbours_.pop_back();
      if (!known(next)) return next;
    }
    place_.reset();
    return at_random();
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    ++observed_;
    if (!objective || (place_ && *objective >= value_)) return;
    place_ = index;
    value_ = *objective;
    listed_ = false;
  }

  std::size_t starts_;
  SearchSpace::Neighbourhood kind_;
  std::size_t observed_ = 0;
  std::optional<std::uint64_t> place_;
  double value_ = 0;  // the objective at the place
  std::vector<std::uint64_t> neighbours_;
  bool listed_ = false;  // whether neighbours_ belongs to the current place
};

}  // namespace

std::unique_ptr<Strategy> make_local(const StrategyInputs& inputs) {
  return std::make_unique<Local>(inputs);
}

}  // namespace assay
