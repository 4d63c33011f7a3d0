// Samples that are difficult for trainers.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "forest/library/inputs.hpp"

namespace testing {

// Owns the arrays that TrainingData borrows.
struct Samples {
  std::vector<std::vector<float>> columns;
  std::vector<std::int32_t> labels;
  std::uint32_t label_count = 0;
  std::vector<float> values;

  Samples(std::vector<std::vector<float>> given, std::vector<std::int32_t> given_labels,
          std::uint32_t count)
      : columns(std::move(given)), labels(std::move(given_labels)), label_count(count) {
    for (const auto& column : columns) values.insert(values.end(), column.begin(), column.end());
  }
  [[nodiscard]] forest::TrainingData data() const {
    return {values, labels, static_cast<std::uint32_t>(labels.size()),
            static_cast<std::uint32_t>(columns.size()), label_count};
  }
};

// A column of one of the kinds 0 to 8, which the cases describe.
inline std::vector<float> column_of_kind(unsigned kind, std::size_t count, std::mt19937& random) {
  std::vector<float> column(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto bits = static_cast<std::uint32_t>(random());
    const float unit = static_cast<float>(bits >> 8) * 0x1p-24F;
    switch (kind) {
      case 0:  // continuous
        column[k] = unit;
        break;
      case 1:  // few values
        column[k] = static_cast<float>(bits % 3);
        break;
      case 2:  // constant
        column[k] = 7;
        break;
      case 3:  // zeros and denormals of both signs
        column[k] = std::ldexp(static_cast<float>(static_cast<int>(bits % 5) - 2), -149);
        if (column[k] == 0 && bits % 2 == 0) column[k] = -0.0F;
        break;
      case 4:  // neighbours far from 0
        column[k] = 1e9F + static_cast<float>(bits % 7) * 64;
        break;
      case 5:  // the ends of the range
        column[k] = std::ldexp(unit - 0.5F, 128);
        break;
      case 6:  // nearly constant, as a one-hot column
        column[k] = bits % 16 == 0 ? 1 : 0;
        break;
      case 7:  // clusters, far apart
        column[k] = static_cast<float>(bits % 2) * 1e6F + unit;
        break;
      default:  // rising
        column[k] = static_cast<float>(k) - 3;
    }
  }
  return column;
}
constexpr unsigned column_kinds = 9;

// Samples with attributes of all kinds in turn and with labels that depend little on them; if
// `label_gap`, every second label has no sample.
inline Samples hostile_samples(std::size_t count, std::size_t attributes, std::uint32_t labels,
                               unsigned seed, bool label_gap = false) {
  std::mt19937 random(seed);
  std::vector<std::vector<float>> columns;
  for (std::size_t a = 0; a < attributes; ++a) {
    columns.push_back(
        column_of_kind(static_cast<unsigned>(a + seed) % column_kinds, count, random));
  }
  std::vector<std::int32_t> chosen(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto hint = static_cast<std::uint32_t>(columns[0][k] > columns[0][0] ? 1 : 0);
    auto label = (static_cast<std::uint32_t>(random()) % (2 * labels) < labels)
                     ? hint % labels
                     : static_cast<std::uint32_t>(random()) % labels;
    if (label_gap) label -= label % 2;
    chosen[k] = static_cast<std::int32_t>(label);
  }
  return {columns, chosen, labels};
}

// Samples whose labels alternate along one attribute. Every split cuts a sample or two off an end,
// so that the tree's depth is about half of the number of samples.
inline Samples chain_of_samples(std::size_t count) {
  std::vector<float> column(count);
  std::vector<std::int32_t> labels(count);
  for (std::size_t k = 0; k < count; ++k) {
    column[k] = static_cast<float>(k);
    labels[k] = static_cast<std::int32_t>(k % 2);
  }
  return {{column}, labels, 2};
}

}  // namespace testing
