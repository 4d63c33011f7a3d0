// Products of folded lists by blocks (kernels/sparse_grid/folded/block_*.kernel).
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/blocks.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
class BlockEvaluator : public Evaluator<Real> {
 public:
  // Moves the factors out of `basis`.
  BlockEvaluator(const Device& device, Basis<Real>& basis, const Points<Real>& points,
                 const Settings& settings);

  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Settings& settings, bool transposed);

  [[nodiscard]] std::unique_ptr<Evaluation<Real>> evaluation(const Device& device,
                                                             const Settings& settings,
                                                             bool transposed) const override;
  [[nodiscard]] const Places& places() const override { return blocks_.places(); }
  [[nodiscard]] const Groups<Real>& groups() const override { return groups_; }

 private:
  class BlockProduct;

  std::size_t dimensions_;
  Blocks blocks_;
  Groups<Real> groups_;
  Words factor_dimensions_;
  assay::sdk::Buffer<Real> factor_lines_;
};

}  // namespace sparse_grid::accelerator::folded
