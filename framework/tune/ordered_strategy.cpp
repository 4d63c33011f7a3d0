#include "framework/tune/ordered_strategy.hpp"

#include <utility>

namespace assay {

OrderedStrategy::OrderedStrategy(const SearchSpace& space,
                                 std::function<std::uint64_t(std::uint64_t)> index_at)
    : size_(space.size()), opening_(space), index_at_(std::move(index_at)) {}

std::optional<std::uint64_t> OrderedStrategy::propose() {
  while (const auto index = opening_.next()) {
    if (claim(*index)) return index;
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
