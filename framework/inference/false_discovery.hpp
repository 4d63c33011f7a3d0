#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// P-values adjusted for their number: what is at most `alpha` of these may be claimed, and of such
// claims at most the share alpha is false, in expectation, over independent or positively dependent
// tests (Benjamini and Hochberg, "Controlling the false discovery rate", J. R. Statist. Soc. B 57,
// 1995). In the order given: p_(i) becomes the least of n p_(j) / j over j >= i, at most 1. Error
// (internal) naming the first that is no probability.
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace assay::inference
