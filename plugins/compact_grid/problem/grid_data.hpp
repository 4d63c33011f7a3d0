// What an instance's grid holds, in double precision, and the references that follow from it.
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

// The reference values of an evaluation and the largest of what bounds their errors.
struct EvaluationReference {
  std::vector<double> values;
  double magnitude = 0;
  double slack = 0;
};

class GridData {
 public:
  // Reads the file that the arguments name, if any. Throws as Function, sample_array and
  // read_coefficients do, ASSAY_INVALID where both files are named, and ASSAY_OUT_OF_MEMORY where
  // the grid is larger than this machine's memory.
  GridData(const assay::sdk::Host& host, const GridArguments& arguments);

  [[nodiscard]] const Grid& grid() const { return grid_; }
  // The values at the points, in the precision of an instance: T is float or double. Not where the
  // arguments name coefficients.
  template <class T>
  [[nodiscard]] std::vector<T> nodal() const;
  template <class T>
  [[nodiscard]] std::vector<T> coefficients() const;

  // The coefficients of `nodal`, which are this grid's as an instance hands them out: by recursion
  // where that is a matter of seconds or there is no other way, else in closed form.
  [[nodiscard]] std::vector<double> hierarchized(std::span<const double> nodal) const;
  // What `coefficients`, this grid's, stand for at points [count][dimensions], found likewise.
  [[nodiscard]] EvaluationReference evaluated(std::span<const double> coefficients,
                                              std::span<const double> points) const;

  // The interpolant's largest and root mean square deviation from the function at points
  // [count][dimensions]; none where the function is not known there.
  [[nodiscard]] std::vector<assay::sdk::Fact> error_norms(std::span<const double> points) const;
  // Points, subspaces, bytes.
  [[nodiscard]] std::vector<assay::sdk::Fact> facts(std::size_t element_bytes) const;

 private:
  [[nodiscard]] bool takes_recursion(double steps) const;

  Grid grid_;
  std::optional<Function> function_;
  std::vector<double> sampled_;  // [points] of an array
  std::vector<double> given_;    // [points]: coefficients of a file
};

}  // namespace compact_grid
