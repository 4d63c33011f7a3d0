#include "framework/tune/strategy/basic_strategy.hpp"

#include <utility>

namespace assay {

std::optional<std::uint64_t> BasicStrategy::propose() {
  const auto is_known = [&](std::uint64_t any) { return known(any); };
  auto index = sources_.probe(is_known);
  while (!index) {
    index = opening_.next();
    if (!index) break;
    if (known(*index)) index.reset();
  }
  if (!index) index = sources_.further(is_known);
  if (!index && known_.size() < space_->size()) index = do_propose();
  if (!index) index = at_random();
  if (index) take(*index);
  return index;
}

void BasicStrategy::observe(std::uint64_t index, std::optional<double> objective) {
  take(index);
  sources_.observe(index, objective);
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

std::vector<std::uint64_t> BasicStrategy::unknown_neighbours(std::uint64_t index,
                                                             SearchSpace::Neighbourhood kind) {
  auto near = space_->neighbours(index, kind, most_changes);
  std::erase_if(near, [&](std::uint64_t neighbour) { return known(neighbour); });
  // Not std::shuffle, whose draws differ between standard libraries.
  for (std::size_t k = near.size(); k > 1; --k) std::swap(near[k - 1], near[below(k)]);
  return near;
}

std::optional<std::uint64_t> BasicStrategy::unknown_near(std::span<const std::uint32_t> wanted) {
  const std::uint64_t nearest = space_->nearest_to(wanted);
  if (!known(nearest)) return nearest;
  const auto near = unknown_neighbours(nearest, SearchSpace::Neighbourhood::any_value);
  return near.empty() ? std::nullopt : std::optional(near.front());
}

}  // namespace assay
