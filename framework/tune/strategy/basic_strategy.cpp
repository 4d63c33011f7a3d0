#include "framework/tune/strategy/basic_strategy.hpp"

namespace assay {

std::optional<std::uint64_t> BasicStrategy::propose() {
  std::optional<std::uint64_t> index;
  do {
    index = opening_.next();
  } while (index && known(*index));
  if (!index && known_.size() < space_->size()) index = do_propose();
  if (!index) index = at_random();
  if (index) take(*index);
  return index;
}

void BasicStrategy::observe(std::uint64_t index, std::optional<double> objective) {
  take(index);
  do_observe(index, objective);
}

void BasicStrategy::take(std::uint64_t index) {
  if (known_.insert(index).second) do_take(index);
}

std::optional<std::uint64_t> BasicStrategy::at_random() {
  for (; position_ < space_->size(); ++position_) {
    const std::uint64_t index = order_(position_);
    if (!known(index)) return index;
  }
  return std::nullopt;
}

}  // namespace assay
