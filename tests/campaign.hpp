// Support for campaigns: tests that count how often a result is right.
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

// The number of repetitions in this build for a campaign of `times` repetitions. Sanitizers look
// for faults in the code, which an eighth of the repetitions shows as well, and make everything
// several times slower; the other builds judge the counts.
inline std::size_t repeated(std::size_t times) { return sanitized() ? times / 8 : times; }

// Whether campaigns that draw their cases run every one of them, which takes minutes:
// ASSAY_EVERY_CASE=1 in the environment.
inline bool every_case() { return std::getenv("ASSAY_EVERY_CASE") != nullptr; }

// The cases that a campaign runs out of those numbered 0 to `count` - 1, in ascending order: at
// most `most` of them, drawn with `seed`, or every one.
inline std::vector<std::size_t> cases_of(std::size_t count, std::size_t most, std::uint64_t seed) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (every_case() || count <= most) return all;
  std::vector<std::size_t> drawn;
  std::sample(all.begin(), all.end(), std::back_inserter(drawn), most, std::mt19937_64(seed));
  return drawn;
}

}  // namespace assay::test
