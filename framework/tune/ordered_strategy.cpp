#include "framework/tune/ordered_strategy.hpp"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// The default configuration and what is nearest to it with each other value of a text or a switch.
std::vector<std::uint64_t> choices(const SearchSpace& space) {
  std::vector<std::uint64_t> indices{space.default_index()};
  for (const auto& parameter : space.parameters()) {
    for (const auto& value : parameter.values) {
      if (std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value)) {
        continue;
      }
      if (const auto index = space.nearest({{parameter.name, value}})) indices.push_back(*index);
    }
  }
  return indices;
}

}  // namespace

OrderedStrategy::OrderedStrategy(const SearchSpace& space,
                                 std::function<std::uint64_t(std::uint64_t)> index_at)
    : size_(space.size()), first_(choices(space)), index_at_(std::move(index_at)) {
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
