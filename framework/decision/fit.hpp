// Whether a decision can be carried out with the variants that are loaded.
#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/decision/decision.hpp"

namespace assay::decision {

// Throws usage Error that says what does not fit and suggests the nearest name, unless the catalog
// has the problem with all features among its arguments, and the variant of each pair, of one
// backend, with the values that the pair gives to its parameters.
void require_fit(const Decision& decision, const Catalog& catalog);

// A line for each variant of the pairs that is loaded in other builds only than was measured when
// the dispatcher was made. Requires that the decision fits.
[[nodiscard]] std::vector<std::string> other_builds(const Decision& decision,
                                                    const Catalog& catalog);

}  // namespace assay::decision
