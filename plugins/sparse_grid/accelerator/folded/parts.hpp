// The parts of folded lists, for either direction (kernels/sparse_grid/folded/folded.h).
#pragma once

#include <memory>
#include <optional>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/bundles.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/library/list_order.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
struct Parts {
  // Throws ASSAY_UNSUPPORTED if the device has too little memory, and the errors of require_bytes
  // and of the evaluators.
  Parts(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
        const Settings& settings, Directions directions);

  // Frees data that is needed only for making operators.
  void free_tables();

  // The members are made in this order.
  std::unique_ptr<SupportLists<Real>> lists;
  std::optional<Bundles<Real>> bundles;
  std::optional<Basis<Real>> basis;
  std::unique_ptr<Evaluator<Real>> evaluator;
};

}  // namespace sparse_grid::accelerator::folded
