// Columns as the problem defines them for splits: unchanged, or cut into bins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "forest/library/inputs.hpp"
#include "forest/library/thresholds.hpp"

namespace forest {

// The values to compare, and the threshold of a split between two of them. With bins, the values
// are the numbers of the bins.
class QuantisedColumns {
 public:
  // Borrows the data.
  QuantisedColumns(const TrainingData& data, std::uint32_t bins) : data_(data) {
    if (bins == 0) return;
    numbers_.reserve(data.values.size());
    for (std::uint32_t attribute = 0; attribute < data.attributes; ++attribute) {
      const auto column = data.column(attribute);
      std::vector<float> sorted(column.begin(), column.end());
      std::ranges::sort(sorted);
      edges_.push_back(quantile_edges(sorted, bins));
      for (const float value : column) {
        numbers_.push_back(static_cast<float>(bin_of(edges_.back(), value)));
      }
    }
    data_.values = numbers_;
  }
  QuantisedColumns(const QuantisedColumns&) = delete;
  QuantisedColumns& operator=(const QuantisedColumns&) = delete;

  [[nodiscard]] std::span<const float> column(std::size_t attribute) const {
    return data_.column(attribute);
  }
  // The threshold of a split between neighbouring values of a node; with bins, the edge above the
  // lower one.
  [[nodiscard]] float threshold(std::size_t attribute, float low, float high) const {
    if (edges_.empty()) return midpoint(low, high);
    return edges_[attribute][static_cast<std::size_t>(low)];
  }

 private:
  TrainingData data_;
  std::vector<float> numbers_;
  std::vector<std::vector<float>> edges_;  // edges of each attribute; empty: no bins
};

}  // namespace forest
