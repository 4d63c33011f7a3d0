// Reference sets for linear least squares with certified coefficients: NIST/ITL Statistical
// Reference Datasets (StRD), https://www.itl.nist.gov/div898/strd/lls/lls.shtml.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ols {

// A set of data and its model: y is modelled by an intercept and the predictors or, if degree is
// above 1, by the powers of the only predictor up to that degree.
struct ReferenceSet {
  std::string_view name;
  std::size_t predictors;
  std::size_t degree;
  std::span<const double> x;                    // [observations, predictors], row-major
  std::span<const double> y;                    // [observations]
  std::span<const std::string_view> certified;  // [columns] as NIST prints them, intercept first

  [[nodiscard]] std::size_t rows() const { return y.size(); }
  [[nodiscard]] std::size_t columns() const { return certified.size(); }
  // An element of the model's matrix; powers are computed in long double, rounded once for each
  // factor.
  [[nodiscard]] long double element(std::size_t row, std::size_t column) const;
};

std::span<const ReferenceSet> reference_sets();

// Returns the set of a name such as "longley", or null.
const ReferenceSet* find_reference_set(std::string_view name);

}  // namespace ols
