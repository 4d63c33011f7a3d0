#include "sparse_grid/library/held_out.hpp"

#include <algorithm>

#include "sparse_grid/library/random.hpp"

namespace sparse_grid {

// Knuth, volume 2, algorithm 3.4.2S, on the rows in place: there may be gigabytes of them.
Samples hold_out(Samples& samples, std::size_t count, std::uint64_t seed) {
  const std::size_t d = samples.dimensions;
  const std::size_t rows = samples.size();
  const bool labelled = !samples.targets.empty();
  Samples held;
  held.dimensions = d;
  held.points.reserve(count * d);
  if (labelled) held.targets.reserve(count);
  Random random(seed, 7);
  std::size_t kept = 0;
  for (std::size_t m = 0; m < rows; ++m) {
    const auto row = samples.points.begin() + static_cast<std::ptrdiff_t>(m * d);
    if (random.below(rows - m) < count - held.size()) {
      held.points.insert(held.points.end(), row, row + static_cast<std::ptrdiff_t>(d));
      if (labelled) held.targets.push_back(samples.targets[m]);
      continue;
    }
    std::copy_n(row, d, samples.points.begin() + static_cast<std::ptrdiff_t>(kept * d));
    if (labelled) samples.targets[kept] = samples.targets[m];
    ++kept;
  }
  samples.points.resize(kept * d);
  if (labelled) samples.targets.resize(kept);
  return held;
}

}  // namespace sparse_grid
