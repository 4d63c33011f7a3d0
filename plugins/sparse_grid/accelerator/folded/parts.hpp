// What folded lists consist of, in either direction: kernels/sparse_grid/folded/folded.h.
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
  // Throws ASSAY_UNSUPPORTED where the device has too little memory, as require_bytes does, and
  // as evaluators do.
  Parts(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
        const Settings& settings, Directions directions);

  // Frees what only the making of operators wants.
  void free_tables();

  // Made in this order.
  std::unique_ptr<SupportLists<Real>> lists;
  std::optional<Bundles<Real>> bundles;
  std::optional<Basis<Real>> basis;
  std::unique_ptr<Evaluator<Real>> evaluator;
};

}  // namespace sparse_grid::accelerator::folded
