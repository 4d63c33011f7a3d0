#include "sparse_grid/accelerator/subgrids.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

Subgrids::Subgrids(const GridPoints& points, const LevelVectors& vectors)
    : slots(points.size()), dimensions_(points.dimensions()) {
  place(vectors);
  for (std::size_t point = 0; point < slots.size(); ++point) {
    const auto level = points.level(point);
    const auto index = points.index(point);
    std::uint64_t slot = 0;
    for (std::size_t k = 0; k < dimensions_; ++k) {
      slot = (slot << (level[k] - 1)) + (index[k] >> 1);
    }
    slots[point] = offsets[vectors.owners[point]] + slot;
  }
  link();
}

// Assigns slots to the subgrids, one subgrid after another.
void Subgrids::place(const LevelVectors& vectors) {
  offsets.reserve(vectors.size());
  for (std::size_t s = 0; s < vectors.size(); ++s) {
    const double full = vectors.full_points(s);
    if (full > most_slots) {
      throw assay::sdk::Error(
          ASSAY_UNSUPPORTED,
          fmt::format(
              "a full subgrid of the grid has {:.3g} points, but at most 2^31 can be stored",
              full));
    }
    offsets.push_back(slot_count);
    slot_count += static_cast<std::uint64_t>(full);
  }
  shifts = vectors.levels;
  for (auto& level : shifts) --level;
}

// In lexicographic order the subgrids of level >= l that directly follow are skipped along with l;
// those after a gap are visited and found missing on their own. Every subgrid that a subgrid of
// level >= l skips is of level >= l as well, hence the leaps from the back.
void Subgrids::link() {
  const auto* const level = shifts.data();
  const auto above = [&](std::size_t s, std::size_t t) {
    return std::equal(level + s * dimensions_, level + (s + 1) * dimensions_,
                      level + t * dimensions_,
                      [](std::uint32_t a, std::uint32_t b) { return a <= b; });
  };
  skips.resize(size());
  changes.resize(2 * size());
  for (std::size_t s = size(); s-- > 0;) {
    std::size_t next = s + 1;
    while (next < size() && above(s, next)) next = skips[next];
    skips[s] = static_cast<std::uint32_t>(next);
    changes[2 * s] = first_change(s, s + 1);
    changes[2 * s + 1] = first_change(s, next);
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
