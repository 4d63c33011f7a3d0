// Expected elements that each have a tolerance of their own.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace assay::sdk {

// What is expected of an output, element by element, and the tolerances of the elements, for
// Instance::reference and Instance::element_tolerances. Number is float or double: where it is the
// output's type, devices compare such outputs where they lie.
template <class Number>
class ExpectedElements {
 public:
  ExpectedElements() = default;
  explicit ExpectedElements(std::size_t count) : numbers_(count), tolerances_(count) {}

  // Element k may be off from `right` by `tolerance`, which is 0 or more, or infinite. What
  // rounding `right` to Number changes is added, and the tolerance is rounded up, so that nothing
  // within it is refused. Different elements may be set by different threads.
  void set(std::size_t k, double right, double tolerance) {
    numbers_[k] = static_cast<Number>(right);
    const double rounding = std::abs(right - double{numbers_[k]});
    if (std::isfinite(rounding)) tolerance += rounding;
    tolerances_[k] = static_cast<Number>(tolerance);
    if (double{tolerances_[k]} < tolerance) {
      tolerances_[k] = std::nextafter(tolerances_[k], std::numeric_limits<Number>::infinity());
    }
  }
  [[nodiscard]] const Number* numbers() const { return numbers_.data(); }
  [[nodiscard]] const Number* tolerances() const { return tolerances_.data(); }

 private:
  std::vector<Number> numbers_;
  std::vector<Number> tolerances_;
};

}  // namespace assay::sdk
