// The common part of all methods: the tensors, X and y on the device, handles, and the results.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/cublas/calls.hpp"
#include "ols/library/inputs.hpp"

namespace ols::cublas {

// The triangle of one fit with its columns scaled to norm 1, and the norm of the coefficients in
// the same units.
struct ScaledTriangle {
  // triangle: [n, n] column-major, upper; b: [n].
  template <class Real>
  ScaledTriangle(std::span<const Real> triangle, std::span<const Real> b);

  [[nodiscard]] double inverse_norm() const;

  std::vector<double> r;
  std::size_t columns;
  double solution_norm;
};

template <class Real>
class Fit : public assay::sdk::Trial {
 public:
  // Uploads the fits when the trial is prepared. On the device, X by rows becomes a column-major
  // X^T; X by columns stays X.
  explicit Fit(const assay::sdk::Task& task);

  void outputs() final;

 protected:
  [[nodiscard]] const Shape& shape() const { return inputs_.shape(); }
  [[nodiscard]] std::size_t square() const { return shape().columns * shape().columns; }
  [[nodiscard]] const Handles& handles() const { return handles_; }
  [[nodiscard]] const assay::sdk::Host& host() const { return host_; }
  [[nodiscard]] double target_norm(std::size_t member) const { return target_norms_[member]; }
  // X of the fits on the device, from row `first` on.
  [[nodiscard]] Matrices<Real> x(std::size_t first = 0) const;
  [[nodiscard]] const Real* y() const { return pointer(y_); }
  template <class T>
  [[nodiscard]] T* pointer(const assay::sdk::Buffer<T>& buffer) const {
    return assay::sdk::device_pointer(host_, buffer);
  }
  // The addresses, on the device, of each fit's piece of an array, `between` elements apart.
  [[nodiscard]] assay::sdk::Buffer<Real*> addresses(Real* first, std::size_t between) const;
  // The coefficients of all fits, [batch, columns].
  [[nodiscard]] const assay::sdk::Buffer<Real>& b() const { return b_; }
  // Downloads the coefficients to the host, in the phase "download".
  void download();

 private:
  // Computes the digits of each fit into `digits`; b is on the host. A fit that broke down has 0.
  virtual void judge(std::span<const Real> b, std::span<double> digits) = 0;

  assay::sdk::Host host_;
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  Handles handles_;
  assay::sdk::Buffer<Real> x_;
  assay::sdk::Buffer<Real> y_;
  assay::sdk::Buffer<Real> b_;
  std::vector<double> target_norms_;
};

}  // namespace ols::cublas
