#include "framework/inference/ranked_distances.hpp"

#include <algorithm>

namespace assay::inference {
namespace {

// -1, 0, 1 if effect j is nearer to the shift than effect i, as near, or farther. Compares sums,
// not distances, each of which would be rounded differently.
int compare_distance(double i, int side_i, double j, int side_j, const Shift& shift) {
  if (side_j == 0) return side_i == 0 ? 0 : -1;
  if (side_i == side_j) return i == j ? 0 : ((j > i) == (side_i > 0) ? 1 : -1);
  return shift.side(i + j) * -side_i;
}

}  // namespace

RankedDistances rank_distances(std::span<const double> effects, const Shift& shift) {
  RankedDistances result;
  for (const double effect : effects) result.sides.push_back(shift.side(2 * effect));
  for (std::size_t i = 0; i < effects.size(); ++i) {
    std::uint32_t rank = 1;
    for (std::size_t j = 0; j < effects.size(); ++j) {
      const int further =
          result.sides[i] == 0
              ? (result.sides[j] == 0 ? 0 : 1)
              : compare_distance(effects[i], result.sides[i], effects[j], result.sides[j], shift);
      rank += further < 0 ? 2 : (further == 0 ? 1 : 0);
    }
    result.ranks.push_back(rank);
    if (result.sides[i] > 0) result.above += rank;
    if (result.sides[i] < 0) result.below += rank;
  }
  return result;
}

std::vector<double> sorted_walsh_sums(std::span<const double> effects) {
  std::vector<double> sums;
  sums.reserve(effects.size() * (effects.size() + 1) / 2);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) sums.push_back(effects[i] + effects[j]);
  }
  std::sort(sums.begin(), sums.end());
  return sums;
}

}  // namespace assay::inference
