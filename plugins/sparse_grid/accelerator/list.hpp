// Streaming over all basis functions as they are: forms plain, saturate and sign.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

// A list operator's data points can be exchanged, so that they stream through the device.
template <class Real>
class ListOperator : public WholeOperator<Real> {
 public:
  // The same operator for other data points, [points][dimensions]; it shares the grid with this
  // one.
  [[nodiscard]] virtual std::unique_ptr<ListOperator> with_data(
      std::span<const Real> data) const = 0;
  // Data points as they will lie on the device, in page-locked memory.
  [[nodiscard]] virtual assay::sdk::HostArray<Real> lay_out(std::span<const Real> data) const = 0;
  // Enqueues the upload of what lay_out made of `points` data points, no more than the operator was
  // created with; from now on these are the operator's.
  virtual void load(const assay::sdk::HostArray<Real>& laid_out, std::size_t points,
                    assay_queue* queue) = 0;

 protected:
  using WholeOperator<Real>::WholeOperator;
};

template <class Real>
std::unique_ptr<ListOperator<Real>> create_list(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);
void compile_list(const Device& device, std::size_t dimensions, bool is_double,
                  const Configuration& configuration, bool transposed);

// The memory that the operator needs, its coefficients and results included.
template <class Real>
MemoryNeed list_memory(const Shapes& shapes, const Configuration& configuration,
                       assay_backend backend, bool transposed);
// Data points that a work group takes at a time.
std::size_t list_group(const Configuration& configuration, assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator
