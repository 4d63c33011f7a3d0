// Fits by Householder reflections in a tree (TSQR; Demmel, Grigori, Hoemmen, Langou 2012):
// kernels/ols/tsqr.kernel; CUDA only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/estimate.hpp"
#include "ols/accelerator/products.hpp"

namespace ols::accelerator {

// The parameters lanes_across, rows_of_lane, warps, blocks_at_once, rows_per_triangle, radix.
assay::sdk::ParameterSet tall_skinny_parameters();

// The layout of the work for a shape.
class TallSkinnyPlan {
 public:
  // The plan of the task's configuration.
  static TallSkinnyPlan configured(const assay::sdk::Task& task);
  // A plan that suits the task's shape, independent of the configuration.
  static TallSkinnyPlan usual(const assay::sdk::Task& task);
  // Whether a warp's triangle of the task's columns fits in shared memory, so that there is a usual
  // plan.
  static bool takes(const assay::sdk::Task& task);

  // The constants of the kernels, for the task that the plan was made for.
  [[nodiscard]] assay::sdk::CompileOptions options(const assay::sdk::Task& task) const;
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::size_t warps() const { return warps_; }
  [[nodiscard]] std::size_t radix() const { return radix_; }
  [[nodiscard]] std::size_t rows_per_triangle() const { return rows_per_triangle_; }
  // The triangles of a fit, before they are merged.
  [[nodiscard]] std::size_t triangles() const;
  // The count of numbers of one triangle in device memory.
  [[nodiscard]] std::size_t record_numbers() const;
  // The bytes of shared memory that a warp works in.
  [[nodiscard]] std::size_t shared_bytes_of_warp() const;
  // The additions through which a term of a sum over the rows goes.
  [[nodiscard]] std::size_t additions() const;

 private:
  // Throws sdk::Error (ASSAY_UNSUPPORTED) for shapes beyond what the kernels can count.
  TallSkinnyPlan(const assay::sdk::Task& task, std::size_t lanes_across, std::size_t rows_of_lane,
                 std::size_t warps, std::size_t blocks_at_once);
  [[nodiscard]] std::size_t tile_rows() const { return 32 / lanes_across_ * rows_of_lane_; }
  [[nodiscard]] std::size_t rows_that_fill(const assay::sdk::Task& task) const;

  Shape shape_;
  std::size_t element_bytes_;
  std::size_t lanes_across_;
  std::size_t rows_of_lane_;
  std::size_t warps_;
  std::size_t blocks_at_once_;
  std::size_t rows_per_triangle_;
  std::size_t radix_;
};

assay::sdk::Program build_tall_skinny(const assay::sdk::Task& task, const TallSkinnyPlan& plan);

template <class Real>
class TallSkinnyQr {
 public:
  TallSkinnyQr(const assay::sdk::Task& task, const TallSkinnyPlan& plan);

  // Enqueues the solution of all fits; x is [fits][rows][columns] in the shape's layout, y is
  // [fits][rows].
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y) const;
  [[nodiscard]] const Factored<Real, Real>& factored() const { return factored_; }
  // Waits, and returns the digits of each fit. Fits that broke down get coefficients of 0.
  [[nodiscard]] std::vector<double> digits() const;
  // Throws sdk::Error (ASSAY_INVALID) that names the dependent columns of the first fit without
  // full rank. Downloads the triangles.
  void require_full_rank() const;

 private:
  assay::sdk::Host host_;
  TallSkinnyPlan plan_;
  assay::sdk::Program program_;
  assay::sdk::Kernel reduce_;
  assay::sdk::Kernel merge_;
  assay::sdk::Kernel solve_;
  assay::sdk::Buffer<Real> triangles_;  // [fits][triangles][record_numbers]
  assay::sdk::Buffer<Real> merged_;     // room for one triangle out of each `radix`
  assay::sdk::Buffer<Real> residuals_;  // [fits]
  Factored<Real, Real> factored_;
  Estimate<Real, Real> estimate_;
};

}  // namespace ols::accelerator
