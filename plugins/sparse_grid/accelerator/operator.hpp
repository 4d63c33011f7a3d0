// The two products that regression consists of, as operators on vectors of the device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/inputs.hpp"

namespace sparse_grid::accelerator {

// v = B^T alpha or, if transposed, v' = B v, for one grid and one set of data points:
//
//                 coefficients                results
//   B^T alpha     surpluses [grid_points]     values [data_points]
//   B v           weights [data_points]       sums [grid_points]
//
// Vectors are in device memory that the caller owns, in the order of the grid and data points that
// the operator was made from, so that the results of one are the coefficients of the next. The
// operator owns everything else that it needs and keeps no reference to grid and data on the host.
// Different operators may run in different queues, but one operator only in one queue at a time.
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

  // Enqueues work that an application needs beforehand and that does not depend on the
  // coefficients, such as clearing sums, so that it can overlap the copy of the coefficients. Must
  // be called once before each apply. Marks the phase "initialise" if there is anything to do.
  virtual void initialise(assay_queue* queue) = 0;

  // The caller's handling of a vector's elements for data points [first, first + count): the work
  // in `queue` so far computes these values (B^T alpha), or the work enqueued next needs these
  // weights (B v). Called once for each portion of the points, in the caller's order.
  using Exchange = std::function<void(std::size_t first, std::size_t count, assay_queue* queue)>;
  [[nodiscard]] virtual std::size_t portions() const { return 1; }

  // Enqueues results = B^T coefficients, or B coefficients; writes all of `results` up to its
  // count. Marks the phase "kernel", and "initialise" if coefficients are first rearranged.
  void apply(
      const Reals& coefficients, Reals& results, assay_queue* queue,
      const Exchange& exchange = [](std::size_t, std::size_t, assay_queue*) {}) {
    if (coefficients.size() < coefficient_count() || results.size() < result_count()) {
      throw assay::sdk::Error(ASSAY_INTERNAL,
                              "an operator is applied to vectors that are too short for it");
    }
    apply_in_portions(coefficients, results, queue, exchange);
  }

 protected:
  Operator(const Shapes& shapes, bool transposed) : shapes_(shapes), transposed_(transposed) {}

  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  [[nodiscard]] bool transposed() const { return transposed_; }
  void set_data_points(std::size_t count) { shapes_.data_points = count; }

 private:
  // No phase is marked while `exchange` is called.
  virtual void apply_in_portions(const Reals& coefficients, Reals& results, assay_queue* queue,
                                 const Exchange& exchange) = 0;

  Shapes shapes_;
  bool transposed_;
};

// An operator that takes all data points at once.
template <class Real>
class WholeOperator : public Operator<Real> {
 public:
  using Reals = typename Operator<Real>::Reals;

 protected:
  using Operator<Real>::Operator;

 private:
  virtual void do_apply(const Reals& coefficients, Reals& results, assay_queue* queue) = 0;
  void apply_in_portions(const Reals& coefficients, Reals& results, assay_queue* queue,
                         const typename Operator<Real>::Exchange& exchange) final {
    if (this->transposed()) exchange(0, this->shapes().data_points, queue);
    do_apply(coefficients, results, queue);
    if (!this->transposed()) exchange(0, this->shapes().data_points, queue);
  }
};

// The operators of both products.
template <class Real>
struct Products {
  std::unique_ptr<Operator<Real>> evaluate;    // B^T alpha
  std::unique_ptr<Operator<Real>> accumulate;  // B v
};

}  // namespace sparse_grid::accelerator
