// X^T X, X^T y and y^T y of all fits by tensor cores in one pass over X (kernels/ols/symmetric.h);
// CUDA only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"
#include "ols/accelerator/warpgroups.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// The parameters product, tile, warp_tile, warp_across, blocks_at_once, teams, stage_rows, stages,
// chains, rows_per_split, blocks_per_unit, and those of warpgroups.hpp.
assay::sdk::ParameterSet symmetric_parameters();

// The layout of a configuration's work for a shape.
class SymmetricPlan {
 public:
  // Throws sdk::Error (ASSAY_UNSUPPORTED) for shapes beyond what the kernels can count.
  explicit SymmetricPlan(const assay::sdk::Task& task);

  // The constants of the kernels, for the task that the plan was made for.
  [[nodiscard]] assay::sdk::CompileOptions options(const assay::sdk::Task& task) const;
  // The bytes of shared memory that a block needs for rows and for the sums of its teams.
  [[nodiscard]] std::size_t shared_bytes() const;
  [[nodiscard]] std::size_t threads() const;
  // The tiles of the upper half of X^T X.
  [[nodiscard]] std::size_t tiles() const;
  [[nodiscard]] bool is_by_warpgroups() const { return warpgroups_.has_value(); }
  [[nodiscard]] bool one_tile() const { return shape_.columns <= tile_; }
  // Whether sums are doubles, independent of the element type of X.
  [[nodiscard]] bool is_wide() const { return is_double_ || product_ == "fp64-tensor"; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::size_t rows_per_split() const { return rows_per_split_; }
  [[nodiscard]] std::size_t splits() const;
  // The additions in the precision of the sums through which a term of a sum over `rows` goes.
  [[nodiscard]] std::size_t additions(std::size_t rows) const;
  // Relative rounding errors of a product's factors and of sums.
  [[nodiscard]] double factor_roundoff() const;
  [[nodiscard]] double sum_roundoff() const;

 private:
  [[nodiscard]] std::size_t rows_that_fill(const assay::sdk::Task& task) const;
  [[nodiscard]] std::size_t element_bytes() const { return is_double_ ? 8 : 4; }
  [[nodiscard]] std::size_t sum_bytes() const { return is_wide() ? 8 : 4; }
  [[nodiscard]] std::size_t side_elements() const;
  [[nodiscard]] std::size_t warps_of_team() const {
    return tile_ / warp_tile_ * (tile_ / warp_across_);
  }

  Shape shape_;
  bool is_double_;
  std::string product_;
  std::size_t tile_;
  std::size_t warp_tile_;
  std::size_t warp_across_;
  std::size_t blocks_at_once_;
  std::size_t teams_;
  std::size_t stage_rows_;
  std::size_t stages_;
  std::size_t chains_;
  std::size_t rows_per_split_;
  std::optional<Warpgroups> warpgroups_;  // lay out the work of their products
};

// The count of numbers that describe one split or fit: see symmetric.h.
inline std::size_t symmetric_sums(const Shape& shape) { return sums_of_fit(shape); }

assay::sdk::Program build_symmetric(const assay::sdk::Task& task);

// The partial sums of each split, of type Sum: double if the plan is wide.
template <class Real, class Sum>
class SymmetricProducts {
 public:
  explicit SymmetricProducts(const assay::sdk::Task& task);

  // Enqueues the pass over x, [fits][rows][columns] in the shape's layout, and y, [fits][rows].
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y) const;
  // [fits][splits][symmetric_sums]
  [[nodiscard]] const assay::sdk::Buffer<Sum>& partial() const { return partial_; }
  [[nodiscard]] const SymmetricPlan& plan() const { return plan_; }

 private:
  SymmetricPlan plan_;
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  assay::sdk::Buffer<Sum> partial_;
};

}  // namespace ols::accelerator
