#include <algorithm>
#include <vector>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// A steady-state genetic algorithm (Whitley 1989): parents are chosen by tournaments among the best
// so far, each parameter of a child comes from one of its parents or, rarely, from chance, and the
// child joins the best if it is good enough. The population is small because trials are few and
// expensive.
class Genetic final : public BasicStrategy {
 public:
  explicit Genetic(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        most_(inputs.settings.count("population")),
        tournament_(inputs.settings.count("tournament")),
        mutations_(inputs.settings["mutations"]) {}

 private:
  struct Individual {
    std::vector<std::uint32_t> genes;
    double objective;
  };

  std::optional<std::uint64_t> do_propose() override {
    if (observed_ < most_ || population_.size() < 2) return at_random();
    const Individual& mother = chosen();
    const Individual& father = chosen();
    std::vector<std::uint32_t> child = mother.genes;
    const double rate = mutations_ / static_cast<double>(child.size());
    for (std::size_t j = 0; j < child.size(); ++j) {
      if (uniform() < 0.5) child[j] = father.genes[j];
      if (uniform() < rate) {
        child[j] = static_cast<std::uint32_t>(below(space().parameters()[j].values.size()));
      }
    }
    return unknown_near(child);
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    ++observed_;
    if (!objective) return;
    const auto place =
        std::upper_bound(population_.begin(), population_.end(), *objective,
                         [](double value, const Individual& i) { return value < i.objective; });
    population_.insert(place, {space().assignment(index), *objective});
    if (population_.size() > most_) population_.pop_back();
  }

  // The winner of a tournament: the smallest of a few random indices, since the population is
  // sorted.
  const Individual& chosen() {
    std::size_t best = below(population_.size());
    for (std::size_t k = 1; k < tournament_; ++k) {
      best = std::min(best, below(population_.size()));
    }
    return population_[best];
  }

  std::size_t most_;
  std::size_t tournament_;
  double mutations_;
  std::size_t observed_ = 0;
  std::vector<Individual> population_;  // the best first
};

}  // namespace

std::unique_ptr<Strategy> make_genetic(const StrategyInputs& inputs) {
  return std::make_unique<Genetic>(inputs);
}

}  // namespace assay
