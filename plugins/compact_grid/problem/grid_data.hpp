// The data of an instance's grid in double precision, and the references that follow from it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "compact_grid/problem/arguments.hpp"
#include "compact_grid/problem/factors.hpp"
#include "compact_grid/problem/function.hpp"
#include "compact_grid/problem/recursive.hpp"

namespace compact_grid {

// The reference values of an evaluation, and the largest of the sums that bound their errors.
struct EvaluationReference {
  std::vector<double> values;
  double magnitude = 0;
  double slack = 0;
};

class GridData {
 public:
  // Reads the file that the arguments name, if any. Throws the errors of Function, sample_array and
  // read_coefficients, ASSAY_INVALID if both files are named, and ASSAY_OUT_OF_MEMORY if the grid
  // is larger than this machine's memory.
  GridData(const assay::sdk::Host& host, const GridArguments& arguments);

  [[nodiscard]] const Grid& grid() const { return grid_; }
  // The values at the points in the precision T of an instance, float or double. Must not be called
  // if the arguments name coefficients.
  template <class T>
  [[nodiscard]] std::vector<T> nodal() const;
  template <class T>
  [[nodiscard]] std::vector<T> coefficients() const;

  // The coefficients of `nodal`, which are this grid's nodal values in an instance's precision: by
  // recursion if that takes seconds or is the only way, otherwise in closed form.
  [[nodiscard]] std::vector<double> hierarchized(std::span<const double> nodal) const;
  // The values at points [count][dimensions] of the function with `coefficients`, which are this
  // grid's, computed by recursion or in closed form as in hierarchized.
  [[nodiscard]] EvaluationReference evaluated(std::span<const double> coefficients,
                                              std::span<const double> points) const;

  // The largest and the root mean square deviation of the interpolant from the function at points
  // [count][dimensions]; empty if the function is not known there.
  [[nodiscard]] std::vector<assay::sdk::Fact> error_norms(std::span<const double> points) const;
  // The numbers of points, subspaces and bytes.
  [[nodiscard]] std::vector<assay::sdk::Fact> facts(std::size_t element_bytes) const;

 private:
  [[nodiscard]] bool takes_recursion(double steps) const;

  Grid grid_;
  std::optional<Function> function_;
  std::vector<double> sampled_;  // [points], sampled from an array
  std::vector<double> given_;    // [points], coefficients from a file
};

}  // namespace compact_grid
