// The two products that regression is made of, as operators on vectors of the device.
#pragma once

#include <cstddef>
#include <memory>

#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/inputs.hpp"

namespace sparse_grid::accelerator {

// v = B^T alpha or, where transposed, v' = B v, of one grid and one set of data points:
//
//                 coefficients                results
//   B^T alpha     surpluses [grid_points]     values [data_points]
//   B v           weights [data_points]       sums [grid_points]
//
// Vectors lie in device memory that the caller owns, in the order of the grid and data points that
// the operator was made from, so that the results of one are the coefficients of the next. Whatever
// else the operator needs it owns itself; of grid and data on the host it keeps nothing. Different
// operators may be at work in different queues, one operator in one at a time.
template <class Real>
class Operator {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
  virtual ~Operator() = default;

  [[nodiscard]] std::size_t coefficient_count() const {
    return transposed_ ? shapes_.data_points : shapes_.grid_points;
  }
  [[nodiscard]] std::size_t result_count() const {
    return transposed_ ? shapes_.grid_points : shapes_.data_points;
  }

  // Enqueues what an application needs beforehand and what does not depend on the coefficients,
  // such as clearing sums, so that it can overlap whatever brings them. Once before each apply.
  // Marks the phase "initialise" if there is anything to do.
  virtual void initialise(assay_queue* queue) = 0;

  // Enqueues results = B^T coefficients, or B coefficients; all of `results` is written, but for
  // what a vector has beyond its count. Marks the phase "kernel", and "initialise" where
  // coefficients are brought into place first.
  void apply(const Reals& coefficients, Reals& results, assay_queue* queue) {
    if (coefficients.size() < coefficient_count() || results.size() < result_count()) {
      throw assay::sdk::Error(ASSAY_INTERNAL, "an operator is applied to vectors too short for it");
    }
    do_apply(coefficients, results, queue);
  }

 protected:
  Operator(const Shapes& shapes, bool transposed) : shapes_(shapes), transposed_(transposed) {}

  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  [[nodiscard]] bool transposed() const { return transposed_; }
  void set_data_points(std::size_t count) { shapes_.data_points = count; }

 private:
  virtual void do_apply(const Reals& coefficients, Reals& results, assay_queue* queue) = 0;

  Shapes shapes_;
  bool transposed_;
};

// Both.
template <class Real>
struct Products {
  std::unique_ptr<Operator<Real>> evaluate;    // B^T alpha
  std::unique_ptr<Operator<Real>> accumulate;  // B v
};

}  // namespace sparse_grid::accelerator
