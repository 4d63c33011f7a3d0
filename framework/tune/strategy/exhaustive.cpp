#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Proposes in the order of the space: consecutive configurations differ in few parameters, so that
// their compilations differ least.
class Exhaustive final : public BasicStrategy {
 public:
  using BasicStrategy::BasicStrategy;

 private:
  std::optional<std::uint64_t> do_propose() override {
    while (known(next_)) ++next_;
    return next_;
  }
  void do_observe(std::uint64_t /*index*/, std::optional<double> /*objective*/) override {}

  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_exhaustive(const StrategyInputs& inputs) {
  return std::make_unique<Exhaustive>(inputs);
}

}  // namespace assay
