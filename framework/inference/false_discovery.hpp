#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// P-values adjusted for their number, in the order given: if all that are at most `alpha` are
// claimed, the expected share of false claims is at most alpha, for independent or positively
// dependent tests (Benjamini and Hochberg, "Controlling the false discovery rate", J. R. Statist.
// Soc. B 57, 1995). p_(i) becomes the least of n p_(j) / j over j >= i, at most 1. Error (internal)
// naming the first that is not a probability.
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace assay::inference
