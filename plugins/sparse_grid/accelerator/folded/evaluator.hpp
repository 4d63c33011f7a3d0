// The evaluation of the products of folded lists at the data points.
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

// The places of the products' coefficients or moments.
struct Places {
  std::size_t count = 0;                // including places without a product
  std::vector<std::uint32_t> of_tiles;  // [tiles][2] first place and number of places
  Words of_products;                    // [products]
};

// The evaluation in one of the two directions.
template <class Real>
class Evaluation {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  virtual ~Evaluation() = default;

  // Evaluates the groups of one portion. B^T alpha: from coefficients [places] to values [data
  // points]. B v: from weights [data points] to moments: they are added to moments [places] or, in
  // a fixed order of additions, stored for each group of data points (Groups::moments); moments
  // that are 0 may be left unwritten.
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

  // Makes an evaluation that refers to the evaluator and owns all data that it changes. The
  // settings are those of the evaluator or share parts with them.
  [[nodiscard]] virtual std::unique_ptr<Evaluation<Real>> evaluation(const Device& device,
                                                                     const Settings& settings,
                                                                     bool transposed) const = 0;
  [[nodiscard]] virtual const Places& places() const = 0;
  [[nodiscard]] virtual const Groups<Real>& groups() const = 0;
};

}  // namespace sparse_grid::accelerator::folded
