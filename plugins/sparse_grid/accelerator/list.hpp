// Streaming over all basis functions unchanged: the forms plain, saturate and sign.
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
  // Makes an operator for other data points, [points][dimensions], which shares this one's grid.
  [[nodiscard]] virtual std::unique_ptr<ListOperator> with_data(
      std::span<const Real> data) const = 0;
  // Data points in the layout of the device, in page-locked memory.
  [[nodiscard]] virtual assay::sdk::HostArray<Real> lay_out(std::span<const Real> data) const = 0;
  // Enqueues the upload of the result of lay_out for `points` data points, at most as many as the
  // operator was created with; from then on these are the operator's data points.
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

// The memory that the operator needs, including its coefficients and results.
template <class Real>
MemoryNeed list_memory(const Shapes& shapes, const Configuration& configuration,
                       assay_backend backend, bool transposed);
// The number of data points that a work group processes at a time.
std::size_t list_group(const Configuration& configuration, assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator
