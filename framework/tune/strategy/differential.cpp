#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Differential evolution (Storn, Price 1997) in steps along the lists of values: the difference of
// two members of the population is added to a base member, the sum is crossed with a further
// member, and the result replaces that member if it is better. The scheme is best/1/bin, which
// suits few trials: the base member is the best.
class Differential final : public BasicStrategy {
 public:
  explicit Differential(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        most_(inputs.settings.count("population")),
        weight_(inputs.settings["weight"]),
        crossover_(inputs.settings["crossover"]) {}

 private:
  struct Member {
    std::vector<std::uint32_t> at;
    double objective;
  };

  std::optional<std::uint64_t> do_propose() override {
    if (population_.size() < most_) return at_random();
    const std::size_t target = next_++ % population_.size();
    const auto& best = population_[best_member()].at;
    const auto& plus = population_[below(population_.size())].at;
    const auto& minus = population_[below(population_.size())].at;
    std::vector<std::uint32_t> wanted = population_[target].at;
    const std::size_t always = below(wanted.size());
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      if (j != always && uniform() >= crossover_) continue;
      const double step = weight_ * (static_cast<double>(plus[j]) - static_cast<double>(minus[j]));
      wanted[j] = in_list(j, static_cast<double>(best[j]) + step);
    }
    const auto index = unknown_near(wanted);
    if (index) targets_[*index] = target;
    return index;
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    if (!objective) return;
    const Member seen{space().assignment(index), *objective};
    const auto target = targets_.find(index);
    if (target == targets_.end()) {
      if (population_.size() < most_) population_.push_back(seen);
      return;
    }
    Member& rival = population_[target->second];
    if (seen.objective <= rival.objective) rival = seen;
    targets_.erase(target);
  }

  [[nodiscard]] std::size_t best_member() const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < population_.size(); ++k) {
      if (population_[k].objective < population_[best].objective) best = k;
    }
    return best;
  }

  // The index of the nearest value; places beyond an end give the value at that end.
  [[nodiscard]] std::uint32_t in_list(std::size_t parameter, double place) const {
    const double last = static_cast<double>(space().parameters()[parameter].values.size()) - 1;
    return static_cast<std::uint32_t>(std::lround(std::clamp(place, 0.0, last)));
  }

  std::size_t most_;
  double weight_;
  double crossover_;
  std::vector<Member> population_;
  std::size_t next_ = 0;                                    // the next member to be challenged
  std::unordered_map<std::uint64_t, std::size_t> targets_;  // the member that a trial may replace
};

}  // namespace

std::unique_ptr<Strategy> make_differential(const StrategyInputs& inputs) {
  return std::make_unique<Differential>(inputs);
}

}  // namespace assay
