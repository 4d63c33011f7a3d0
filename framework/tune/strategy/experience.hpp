#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

// The trials of a search of the same variant elsewhere (another instance, device, machine or
// build), in terms of the current space: each configuration once, and at least one success.
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

}  // namespace assay
