// The tensors of ols/fit as a variant sees them: shapes checked, one fit of the batch at a time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/library/matrix.hpp"

namespace ols {

struct Shape {
  std::size_t batch = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  bool by_rows = true;  // a row's elements are neighbours in memory, else a column's

  // Reads the shape off tensor X. Throws sdk::Error: ASSAY_INVALID for more columns than rows or an
  // empty X, ASSAY_UNSUPPORTED for strides that are neither layout.
  explicit Shape(const assay_tensor& x);

  [[nodiscard]] std::size_t elements() const { return batch * rows * columns; }
};

// Borrows the task's tensors.
template <class Real>
class Inputs {
 public:
  // Throws sdk::Error (ASSAY_INVALID) if tensors do not fit each other, or if X or y contains NaN
  // or infinity, naming the first such element.
  explicit Inputs(const assay::sdk::Task& task);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::span<const Real> all_x() const { return x_; }
  [[nodiscard]] std::span<const Real> all_y() const { return y_; }
  // X and y of one fit of the batch.
  [[nodiscard]] MatrixView<Real> x(std::size_t member) const;
  [[nodiscard]] std::span<const Real> y(std::size_t member) const;

 private:
  Shape shape_;
  std::span<const Real> x_;
  std::span<const Real> y_;
};

// The tensors that receive the results. Borrows the task's tensors.
template <class Real>
struct Outputs {
  // Throws sdk::Error (ASSAY_INVALID) if the outputs do not fit X.
  Outputs(const assay::sdk::Task& task, const Shape& shape);

  std::span<Real> b;         // [batch, columns]
  std::span<double> digits;  // [batch]
};

// Throws sdk::Error (ASSAY_INVALID) that names the columns.
[[noreturn]] void refuse_dependent_columns(const std::vector<std::size_t>& columns);

}  // namespace ols
