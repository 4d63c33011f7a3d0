// What evaluates the products of folded lists at the data points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/groups.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"

namespace sparse_grid::accelerator::folded {

// Where products have their coefficients, or their moments.
struct Places {
  std::size_t count = 0;                // with those that no product has: there coefficients are 0
  std::vector<std::uint32_t> of_tiles;  // [tiles][2] the first of a tile and how many
  Words of_products;                    // [products]
};

// Of one of both directions.
template <class Real>
class Evaluator {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  // B^T alpha: from coefficients [places] to values [data points]. B v: from weights [data points]
  // to moments [places], to which they are added or, in one order, which groups of data points
  // leave (Groups::moments); what is 0 may be left as it is.
  virtual void apply(const Reals& from, const Reals& to, assay_queue* queue) const = 0;

  [[nodiscard]] virtual const Places& places() const = 0;
  [[nodiscard]] virtual const Groups<Real>& groups() const = 0;
};

}  // namespace sparse_grid::accelerator::folded
