#include "spmv/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "assay/random.hpp"

namespace spmv {
namespace {

using assay::sdk::split_mix;

// How long rows are in proportion to each other, [rows], the longest first.
std::vector<double> weights(std::size_t rows, const Law& law) {
  std::vector<double> all(rows, 1.0);
  if (law.name == "power-law") {
    for (std::size_t rank = 0; rank < rows; ++rank) {
      all[rank] = std::pow(static_cast<double>(rank + 1), -law.exponent);
    }
  } else if (law.name == "one-long-row" && rows > 1) {
    all[0] = static_cast<double>(rows - 1);
  }
  return all;
}

// The lengths in the order of the weights. The longest rows may be as long as there are columns;
// the others share the entries that are left. Rounding carries over from row to row, so that the
// sum is right and rows that have less than one entry on average are empty in turn.
std::vector<std::uint32_t> lengths_by_weight(const std::vector<double>& weights,
                                             std::size_t columns, std::size_t entries) {
  std::vector<double> from(weights.size() + 1, 0.0);  // the sum of the weights from there on
  for (std::size_t k = weights.size(); k-- > 0;) from[k] = from[k + 1] + weights[k];
  std::vector<std::uint32_t> lengths(weights.size());
  std::size_t full = 0;
  double left = static_cast<double>(entries);
  const auto most = static_cast<double>(columns);
  for (; full < weights.size() && left * weights[full] > most * from[full]; ++full) {
    lengths[full] = static_cast<std::uint32_t>(columns);
    left -= most;
  }
  double through = 0;
  double rounded = 0;
  for (std::size_t k = full; k < weights.size(); ++k) {
    through += weights[k] * (left / from[full]);
    const double length = std::clamp(std::round(through) - rounded, 0.0, most);
    rounded += length;
    lengths[k] = static_cast<std::uint32_t>(length);
  }
  return lengths;
}

}  // namespace

std::vector<std::uint32_t> row_lengths(std::size_t rows, std::size_t columns, std::size_t entries,
                                       const Law& law, std::uint64_t seed) {
  auto lengths = lengths_by_weight(weights(rows, law), columns, entries);
  if (law.name == "one-long-row" && rows > 0) std::swap(lengths[0], lengths[rows / 2]);
  if (law.name != "power-law") return lengths;
  for (std::size_t k = rows; k > 1; --k) {  // Fisher and Yates
    std::swap(lengths[k - 1], lengths[split_mix(seed ^ split_mix(k)) % k]);
  }
  return lengths;
}

Pattern drawn_pattern(std::size_t columns, const std::vector<std::uint32_t>& lengths,
                      std::uint64_t seed) {
  Pattern pattern{columns, {0}, {}};
  pattern.offsets.reserve(lengths.size() + 1);
  for (const std::uint32_t length : lengths) {
    pattern.offsets.push_back(pattern.offsets.back() + length);
  }
  pattern.columns.resize(pattern.offsets.back());
  std::size_t entry = 0;
  for (const std::uint64_t length : lengths) {
    for (std::uint64_t k = 0; k < length; ++k, ++entry) {
      const std::uint64_t begin = k * columns / length;
      const std::uint64_t end = (k + 1) * columns / length;
      const std::uint64_t drawn = begin + split_mix(seed ^ split_mix(entry)) % (end - begin);
      pattern.columns[entry] = static_cast<std::uint32_t>(drawn);
    }
  }
  return pattern;
}

Pattern pattern_of(const tables::CoordinateMatrix& matrix, std::vector<std::uint32_t>& places) {
  Pattern pattern{matrix.columns, std::vector<std::uint32_t>(matrix.rows + 1, 0), {}};
  for (const std::uint32_t row : matrix.row) ++pattern.offsets[row + 1];
  std::partial_sum(pattern.offsets.begin(), pattern.offsets.end(), pattern.offsets.begin());
  places.resize(matrix.row.size());
  std::vector<std::uint32_t> next(pattern.offsets.begin(), pattern.offsets.end() - 1);
  for (std::uint32_t k = 0; k < places.size(); ++k) places[next[matrix.row[k]]++] = k;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    std::stable_sort(
        places.begin() + pattern.offsets[row], places.begin() + pattern.offsets[row + 1],
        [&](std::uint32_t a, std::uint32_t b) { return matrix.column[a] < matrix.column[b]; });
  }
  for (const std::uint32_t place : places) pattern.columns.push_back(matrix.column[place]);
  return pattern;
}

}  // namespace spmv
