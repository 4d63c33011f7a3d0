// Columns encoded once, for all nodes, as small integers in the order of their values: the data
// that splits compare. Codes are ranks among a column's distinct values, or numbers of its bins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// The meaning of one column's codes.
struct CodeMeaning {
  bool is_binned = false;
  // Exact: the distinct values in ascending order, -0 as 0. Binned: the edges, one fewer than bins.
  std::vector<float> values;

  [[nodiscard]] std::uint32_t codes() const {
    return static_cast<std::uint32_t>(values.size()) + (is_binned ? 1 : 0);
  }
  // The threshold of a split between codes that are neighbours in a node.
  [[nodiscard]] float threshold(std::uint32_t low, std::uint32_t high) const;
};

// The bytes that hold every code of the data's columns: 1, 2 or 4.
std::size_t code_bytes(const TrainingData& data, std::uint32_t bins);

// A view of the caller's codes, [attributes, samples].
template <class Code>
struct CodeView {
  [[nodiscard]] std::span<const Code> column(std::size_t attribute) const {
    return codes.subspan(attribute * samples, samples);
  }

  std::size_t samples;
  std::span<const Code> codes;
};

// The codes, [attributes, samples], and the meaning of each column. Code is an unsigned type of at
// least code_bytes bytes. The columns are encoded by several threads.
template <class Code>
struct CodedColumns {
  CodedColumns(const TrainingData& data, std::uint32_t bins, int threads);

  [[nodiscard]] CodeView<Code> view() const { return {samples, codes}; }
  [[nodiscard]] std::span<const Code> column(std::size_t attribute) const {
    return view().column(attribute);
  }

  std::size_t samples;
  std::vector<Code> codes;
  std::vector<CodeMeaning> meanings;  // [attributes]
};

}  // namespace forest
