// Samples with labels, from any source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace forest {

struct Dataset {
  std::vector<std::string> attribute_names;  // [attributes]
  std::vector<float> values;                 // [attributes, samples], finite
  std::vector<std::int32_t> labels;          // [samples] indices into label_names
  std::vector<std::string> label_names;      // as in the source: numbers may have gaps

  [[nodiscard]] std::uint32_t samples() const { return static_cast<std::uint32_t>(labels.size()); }
  [[nodiscard]] std::uint32_t attributes() const {
    return static_cast<std::uint32_t>(attribute_names.size());
  }
};

}  // namespace forest
