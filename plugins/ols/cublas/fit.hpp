// What all methods share: the tensors, X and y on the device, handles, and what comes back.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/cublas/calls.hpp"
#include "ols/library/inputs.hpp"

namespace ols::cublas {

// A triangle of one fit with its columns at norm 1, and the coefficients in those units.
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
  // Fits go to the device in `prepare`. X by rows is column-major X^T there, else X.
  explicit Fit(const assay::sdk::Task& task);

  void outputs() final;

 protected:
  [[nodiscard]] const Shape& shape() const { return inputs_.shape(); }
  [[nodiscard]] std::size_t square() const { return shape().columns * shape().columns; }
  [[nodiscard]] const Handles& handles() const { return handles_; }
  [[nodiscard]] const assay::sdk::Host& host() const { return host_; }
  [[nodiscard]] double target_norm(std::size_t member) const { return target_norms_[member]; }
  // X of the fits as it lies on the device, `first` rows further on.
  [[nodiscard]] Matrices<Real> x(std::size_t first = 0) const;
  [[nodiscard]] const Real* y() const { return pointer(y_); }
  template <class T>
  [[nodiscard]] T* pointer(const assay::sdk::Buffer<T>& buffer) const {
    return assay::sdk::device_pointer(host_, buffer);
  }
  // Addresses of `count` pieces, on the device.
  [[nodiscard]] assay::sdk::Buffer<Real*> addresses(Real* first, std::size_t between) const;
  // Where all coefficients are, [batch, columns].
  [[nodiscard]] const assay::sdk::Buffer<Real>& b() const { return b_; }
  // Brings the coefficients to the host, as the phase "download".
  void download();

 private:
  // Digits of each fit, into `digits`; b is on the host. A fit that broke down has 0.
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
