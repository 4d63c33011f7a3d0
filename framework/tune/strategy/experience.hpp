#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

// The trials of a search of the same variant elsewhere, on another instance, device or machine, in
// terms of the current space: each configuration once, and at least one success.
struct EarlierSearch {
  struct Trial {
    std::uint64_t index;
    std::optional<double> objective;  // nothing: the trial failed
  };
  std::vector<Trial> trials;
};

// Earlier searches, the nearest first: prior knowledge for a warm start. The strategy has to find
// out what part of it applies.
using Experience = std::vector<EarlierSearch>;

// The best configurations of the searches, each once and `count` at most, taken from the searches
// in turn: the best of each, the nearest search first, then the second best of each, and so on.
[[nodiscard]] std::vector<std::uint64_t> recommended(const Experience& experience,
                                                     std::size_t count);

}  // namespace assay
