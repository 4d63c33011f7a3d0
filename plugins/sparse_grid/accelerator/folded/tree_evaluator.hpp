// Products of folded lists along trees: kernels/sparse_grid/folded/walk.kernel and
// walk_transposed.kernel.
#pragma once

#include <cstddef>

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
  // Takes the basis's factors.
  TreeEvaluator(const Device& device, Basis<Real>& basis, const Points<Real>& points,
                const Settings& settings, bool transposed);

  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Settings& settings, bool transposed);

  void apply(const typename Evaluator<Real>::Reals& from, const typename Evaluator<Real>::Reals& to,
             assay_queue* queue) const override;

  [[nodiscard]] const Places& places() const override { return trees_.places(); }
  [[nodiscard]] const Groups<Real>& groups() const override { return groups_; }

 private:
  assay::sdk::Host host_;
  bool transposed_;
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  assay::sdk::Kernel add_walks_;
  std::size_t items_;
  std::size_t local_bytes_;
  Trees trees_;
  Groups<Real> groups_;
  Walks<Real> walks_;
  typename Evaluator<Real>::Reals factor_lines_;
  typename Evaluator<Real>::Reals partial_;  // [divided walks][points of a group]
};

}  // namespace sparse_grid::accelerator::folded
