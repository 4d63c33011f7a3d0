// Products of folded lists along trees (kernels/sparse_grid/folded/walk.kernel and
// walk_transposed.kernel).
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"
#include "sparse_grid/accelerator/folded/trees.hpp"
#include "sparse_grid/accelerator/folded/walks.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
class TreeEvaluator : public Evaluator<Real> {
 public:
  // Moves the factors out of `basis`.
  TreeEvaluator(const Device& device, Basis<Real>& basis, const Points<Real>& points,
                const Settings& settings);

  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Settings& settings, bool transposed);

  [[nodiscard]] std::unique_ptr<Evaluation<Real>> evaluation(const Device& device,
                                                             const Settings& settings,
                                                             bool transposed) const override;
  [[nodiscard]] const Places& places() const override { return trees_.places(); }
  [[nodiscard]] const Groups<Real>& groups() const override { return groups_; }

 private:
  class Walk;

  std::size_t dimensions_;
  Trees trees_;
  Groups<Real> groups_;
  Walks<Real> walks_;
  assay::sdk::Buffer<Real> factor_lines_;
};

}  // namespace sparse_grid::accelerator::folded
