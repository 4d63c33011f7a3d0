// Campaigns: tests that count how often something is right.
#pragma once

#include <cstddef>

#include "tests/sanitized.hpp"

namespace assay::test {

// How often a campaign of so many repetitions repeats itself here. Sanitizers look for faults in
// the code, which an eighth of it shows as well, and make everything several times slower; what is
// counted is judged by the other builds.
inline std::size_t repeated(std::size_t times) { return sanitized() ? times / 8 : times; }

}  // namespace assay::test
