#pragma once

#include <cstddef>
#include <vector>

#include "framework/dispatch/subject.hpp"
#include "framework/tune/session.hpp"

namespace assay::dispatch {

// The pairs worth measuring on all instances that are to be seen, at most `most`, by what searches
// and finals recorded there on this machine with the contenders' present builds. What a pair would
// cost where it was not tried is estimated from the nearest instance where it was. Throws usage
// Error if nothing is recorded.
[[nodiscard]] std::vector<Pair> candidates(Session& session, const Scenario& scenario,
                                           const Subject& subject, std::size_t most);

}  // namespace assay::dispatch
