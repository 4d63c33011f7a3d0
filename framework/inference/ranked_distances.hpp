// The building blocks of signed-rank tests. Internal to the inference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::inference {

// A hypothesised shift: `doubled` / 2, or infinitesimally more. Stored doubled because sums of two
// effects are compared with it: a sum is rounded the same wherever it occurs, so that no tie is
// made or missed.
struct Shift {
  double doubled = 0;
  bool and_more = false;

  // -1, 0, 1 if sum / 2 is below, at or above the shift.
  [[nodiscard]] int side(double sum) const {
    if (sum > doubled) return 1;
    return sum < doubled || and_more ? -1 : 0;
  }
};

// The ranks and sides of effects, one for each effect in their order. Ranks are in units of half a
// rank, so that midranks are whole numbers.
struct RankedDistances {
  std::vector<std::uint32_t> ranks;  // ranks of the distances from the shift
  std::vector<int> sides;            // Shift::side; 0 belongs to neither sum
  std::uint64_t above = 0;           // the sum of the ranks above the shift
  std::uint64_t below = 0;
};

[[nodiscard]] RankedDistances rank_distances(std::span<const double> effects, const Shift& shift);

// The sums of all pairs of effects, each with itself included, sorted: their halves are the Walsh
// averages, the only shifts at which the sums of ranks change.
[[nodiscard]] std::vector<double> sorted_walsh_sums(std::span<const double> effects);

}  // namespace assay::inference
