// What evaluates the products of folded lists at the data points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/groups.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"

namespace sparse_grid::accelerator::folded {

// Where products have their coefficients, or their moments.
struct Places {
  std::size_t count = 0;                // with those that no product has: there coefficients are 0
  std::vector<std::uint32_t> of_tiles;  // [tiles][2] the first of a tile and how many
  Words of_products;                    // [products]
};

// In one of both directions.
template <class Real>
class Evaluation {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  virtual ~Evaluation() = default;

  // B^T alpha: from coefficients [places] to values [data points]. B v: from weights [data points]
  // to moments [places], to which they are added or, in one order, which groups of data points
  // leave (Groups::moments); what is 0 may be left as it is. Of the groups of one portion.
  virtual void apply(const Reals& from, const Reals& to, std::size_t portion,
                     assay_queue* queue) const = 0;
};

template <class Real>
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  // Refers to the evaluator, and has of its own what it changes. The settings are those of the
  // evaluator or share parts with them.
  [[nodiscard]] virtual std::unique_ptr<Evaluation<Real>> evaluation(const Device& device,
                                                                     const Settings& settings,
                                                                     bool transposed) const = 0;
  [[nodiscard]] virtual const Places& places() const = 0;
  [[nodiscard]] virtual const Groups<Real>& groups() const = 0;
};

}  // namespace sparse_grid::accelerator::folded
