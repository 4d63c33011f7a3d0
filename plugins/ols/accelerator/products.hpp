// X^T X and X^T y of all fits on a device (kernels/ols/products.kernel).
#pragma once

#include <cstdint>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// The parameters product, tile, work_group_size, rows_per_split.
assay::sdk::ParameterSet product_parameters();

// Builds the program for a configuration and a shape's layout.
assay::sdk::Program build_products(const assay::sdk::Task& task, assay_backend backend);

// The count of numbers that describe one fit: X^T X row by row, X^T y, y^T y.
inline std::size_t sums_of_fit(const Shape& shape) {
  return shape.columns * shape.columns + shape.columns + 1;
}

// Keeps X and y on the device, and partial sums of each split of the rows.
template <class Real>
class Products {
 public:
  // Throws sdk::Error (ASSAY_UNSUPPORTED) for shapes beyond what the kernels or the device can
  // count.
  Products(const assay::sdk::Task& task, assay_backend backend, const Inputs<Real>& inputs);

  // Enqueues the kernels; sums() is complete when they have run.
  void apply() const;
  // [batch][sums_of_fit]
  [[nodiscard]] const assay::sdk::Buffer<Real>& sums() const { return sums_; }
  [[nodiscard]] std::size_t splits() const { return splits_; }
  // The additions through which a term of a sum goes.
  [[nodiscard]] std::size_t additions() const { return rows_per_split_ + splits_; }

 private:
  Shape shape_;
  bool tiled_;
  std::size_t tile_;
  std::size_t group_;
  std::size_t rows_per_split_;
  std::size_t splits_;
  assay::sdk::Program program_;
  assay::sdk::Kernel products_;
  assay::sdk::Kernel targets_;
  assay::sdk::Kernel add_;
  assay::sdk::Buffer<Real> x_;
  assay::sdk::Buffer<Real> y_;
  assay::sdk::Buffer<Real> partial_;
  assay::sdk::Buffer<Real> sums_;
};

}  // namespace ols::accelerator
