// Columns as small integers in the order of their values, made once for all nodes: what splits
// look at. Codes are ranks among a column's distinct values, or numbers of its bins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// What the codes of one column stand for.
struct CodeMeaning {
  bool is_binned = false;
  // Exact: the distinct values in rising order, -0 as 0. Binned: the edges, one fewer than bins.
  std::vector<float> values;

  [[nodiscard]] std::uint32_t codes() const {
    return static_cast<std::uint32_t>(values.size()) + (is_binned ? 1 : 0);
  }
  // The threshold of a split between codes that are neighbours among those of a node.
  [[nodiscard]] float threshold(std::uint32_t low, std::uint32_t high) const;
};

// Bytes that hold every code of such columns: 1, 2 or 4.
std::size_t code_bytes(const TrainingData& data, std::uint32_t bins);

// Codes of the caller's, [attributes, samples].
template <class Code>
struct CodeView {
  [[nodiscard]] std::span<const Code> column(std::size_t attribute) const {
    return codes.subspan(attribute * samples, samples);
  }

  std::size_t samples;
  std::span<const Code> codes;
};

// [attributes, samples], and the meaning of each column. Code is unsigned and has code_bytes or
// more. Columns are shared among threads.
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
