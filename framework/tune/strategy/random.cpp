#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Proposes uniformly at random, without replacement.
class RandomStrategy final : public BasicStrategy {
 public:
  using BasicStrategy::BasicStrategy;

 private:
  std::optional<std::uint64_t> do_propose() override { return at_random(); }
  void do_observe(std::uint64_t /*index*/, std::optional<double> /*objective*/) override {}
};

}  // namespace

std::unique_ptr<Strategy> make_random(const StrategyInputs& inputs) {
  return std::make_unique<RandomStrategy>(inputs);
}

}  // namespace assay
