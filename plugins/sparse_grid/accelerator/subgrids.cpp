#include "sparse_grid/accelerator/subgrids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {

Subgrids::Subgrids(std::span<const std::uint32_t> levels, std::span<const std::uint32_t> indices,
                   std::size_t dimensions)
    : slots(levels.size() / dimensions), dimensions_(dimensions) {
  std::span<const std::uint32_t> current;
  for (const std::uint32_t point : subgrid_order(levels, dimensions)) {
    const auto level = levels.subspan(point * dimensions, dimensions);
    if (current.empty() || !std::equal(level.begin(), level.end(), current.begin())) {
      add(level);
      current = level;
    }
    std::uint64_t slot = 0;
    for (std::size_t k = 0; k < dimensions; ++k) {
      slot = (slot << (level[k] - 1)) + (indices[point * dimensions + k] >> 1);
    }
    slots[point] = offsets.back() + slot;
  }
  link();
}

void Subgrids::add(std::span<const std::uint32_t> level) {
  const std::uint64_t bits =
      std::accumulate(level.begin(), level.end(), std::uint64_t{0}) - dimensions_;
  if (bits > 31) {
    throw assay::sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("a full subgrid of the grid has 2^{} points; at most 2^31 can be stored",
                    bits));
  }
  offsets.push_back(slot_count);
  slot_count += std::uint64_t{1} << bits;
  for (const std::uint32_t l : level) shifts.push_back(l - 1);
}

// In lexicographic order everything of level >= l that follows without a break is skipped with l;
// what comes after the break is met again and found missing by itself.
void Subgrids::link() {
  const auto level = [&](std::size_t s) { return shifts.data() + s * dimensions_; };
  for (std::size_t s = 0; s < size(); ++s) {
    std::size_t next = s + 1;
    while (next < size() && std::equal(level(s), level(s) + dimensions_, level(next),
                                       [](std::uint32_t a, std::uint32_t b) { return a <= b; })) {
      ++next;
    }
    skips.push_back(static_cast<std::uint32_t>(next));
    changes.push_back(first_change(s, s + 1));
    changes.push_back(first_change(s, next));
  }
}

std::uint32_t Subgrids::first_change(std::size_t from, std::size_t to) const {
  if (to == size()) return 0;
  const auto* const level = shifts.data() + from * dimensions_;
  const auto* const differs =
      std::mismatch(level, level + dimensions_, shifts.data() + to * dimensions_).first;
  return static_cast<std::uint32_t>(differs - level);
}

}  // namespace sparse_grid::accelerator
