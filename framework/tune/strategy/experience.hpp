#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

// What a search of the same variant found elsewhere, on another instance, device or machine, in
// terms of the space at hand: each configuration once, and at least one success.
struct EarlierSearch {
  struct Trial {
    std::uint64_t index;
    std::optional<double> objective;  // nothing: it failed
  };
  std::vector<Trial> trials;
};

// Earlier searches, the nearest first: prior knowledge for a warm start. What of it applies is for
// the strategy to find out.
using Experience = std::vector<EarlierSearch>;

// The best configurations of each search by turns, each once and `count` at most: first the best of
// the nearest.
[[nodiscard]] std::vector<std::uint64_t> recommended(const Experience& experience,
                                                     std::size_t count);

}  // namespace assay
