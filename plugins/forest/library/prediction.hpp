// The tensors of forest/predict as a variant sees them. Borrows the task's tensors.
#pragma once

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"

namespace forest {

struct Prediction {
  // Throws sdk::Error (ASSAY_INVALID) if the tensors do not fit each other or the forest is
  // unsound.
  explicit Prediction(const assay::sdk::Task& task);

  std::size_t rows;
  std::size_t attributes;
  std::size_t labels;
  std::span<const float> values;  // [rows, attributes]
  ForestView forest;
  std::span<std::int32_t> predicted;  // [rows]
};

}  // namespace forest
