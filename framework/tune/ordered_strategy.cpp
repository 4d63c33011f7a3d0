#include "framework/tune/ordered_strategy.hpp"

#include <algorithm>
#include <utility>

#include "framework/tune/opening.hpp"

namespace assay {

OrderedStrategy::OrderedStrategy(const SearchSpace& space,
                                 std::function<std::uint64_t(std::uint64_t)> index_at)
    : size_(space.size()), first_(opening(space)), index_at_(std::move(index_at)) {
  std::reverse(first_.begin(), first_.end());
}

std::optional<std::uint64_t> OrderedStrategy::propose() {
  while (!first_.empty()) {
    const std::uint64_t index = first_.back();
    first_.pop_back();
    if (claim(index)) return index;
  }
  while (position_ < size_) {
    const std::uint64_t index = index_at_(position_++);
    if (claim(index)) return index;
  }
  return std::nullopt;
}

void OrderedStrategy::observe(std::uint64_t index, std::optional<double> /*objective*/) {
  known_.insert(index);
}

}  // namespace assay
