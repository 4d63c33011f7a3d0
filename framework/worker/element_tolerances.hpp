// The tolerances of single elements that a problem hands out (assay_problem::element_tolerances).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "assay/plugin.h"

namespace assay {

// The tolerances of the elements of one expectation; nullptr if it has none.
[[nodiscard]] inline const assay_tensor* tolerances_of(std::size_t expectation,
                                                       std::span<const assay_tensor> tolerances) {
  if (expectation >= tolerances.size()) return nullptr;
  return tolerances[expectation].data == nullptr ? nullptr : &tolerances[expectation];
}

// Throws usage Error that names problem, expectation and element if the tolerances do not fit the
// expectations: not one for each, neither float nor double, of another shape than the reference,
// or with an element that is negative or NaN. Throws internal Error for a tensor that cannot be
// read. Large ones are read by all of the processor's cores.
void check_element_tolerances(const std::string& problem,
                              std::span<const assay_expectation> expectations,
                              std::span<const assay_tensor> tolerances);

}  // namespace assay
