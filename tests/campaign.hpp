// Campaigns: tests that count how often something is right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

#include "tests/sanitized.hpp"

namespace assay::test {

// How often a campaign of so many repetitions repeats itself here. Sanitizers look for faults in
// the code, which an eighth of it shows as well, and make everything several times slower; what is
// counted is judged by the other builds.
inline std::size_t repeated(std::size_t times) { return sanitized() ? times / 8 : times; }

// Whether campaigns that draw their cases do every one of them, which takes minutes:
// ASSAY_EVERY_CASE=1 in the environment.
inline bool every_case() { return std::getenv("ASSAY_EVERY_CASE") != nullptr; }

// The cases that a campaign does of those numbered 0 to `count` - 1, in order: at most `most` of
// them, drawn by `seed`, or every one.
inline std::vector<std::size_t> cases_of(std::size_t count, std::size_t most, std::uint64_t seed) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (every_case() || count <= most) return all;
  std::vector<std::size_t> drawn;
  std::sample(all.begin(), all.end(), std::back_inserter(drawn), most, std::mt19937_64(seed));
  return drawn;
}

}  // namespace assay::test
