// The system of sparse-grid regression in host memory, as conjugate_gradients requires it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "sparse_grid/library/conjugate_gradients.hpp"

namespace sparse_grid {

// A = G + shift I, where `gram(x, y)` computes y = G x. Elements are of type T, sums in double.
template <class T, class Gram>
class HostSystem {
 public:
  using Vector = std::vector<T>;
  using Scalar = double;

  HostSystem(Gram gram, double shift) : gram_(std::move(gram)), shift_(shift) {}

  [[nodiscard]] static SolverMemory<HostSystem> memory(std::size_t size) {
    return {Vector(size), Vector(size), Vector(size), Vector(size), Vector(size), {0, 0}, 0, 0};
  }

  void apply(const Vector& x, Vector& y) {
    gram_(x, y);
    combine(x, y, [this](double a, double b) { return b + shift_ * a; });
  }
  static void copy(const Vector& x, Vector& y) { y = x; }
  static void clear(Vector& y) { std::ranges::fill(y, T{0}); }
  static void subtract(const Vector& a, const Vector& b, Vector& y) {
    for (std::size_t p = 0; p < y.size(); ++p) y[p] = a[p] - b[p];
  }
  static void dot(const Vector& x, const Vector& y, Scalar& s) {
    s = 0;
    for (std::size_t p = 0; p < x.size(); ++p) {
      s += static_cast<double>(x[p]) * static_cast<double>(y[p]);
    }
  }
  static void add(Scalar p, Scalar q, const Vector& x, Vector& y) {
    combine(x, y, [f = ratio(p, q)](double a, double b) { return b + f * a; });
  }
  static void take(Scalar p, Scalar q, const Vector& x, Vector& y) {
    combine(x, y, [f = ratio(p, q)](double a, double b) { return b - f * a; });
  }
  static void turn(Scalar p, Scalar q, const Vector& x, Vector& y) {
    combine(x, y, [f = ratio(p, q)](double a, double b) { return a + f * b; });
  }
  static double value(Scalar s) { return s; }

 private:
  static double ratio(double p, double q) { return q == 0 ? 0 : p / q; }

  // y = rule(x, y), element by element.
  template <class Rule>
  static void combine(const Vector& x, Vector& y, const Rule& rule) {
    for (std::size_t p = 0; p < y.size(); ++p) {
      y[p] = static_cast<T>(rule(static_cast<double>(x[p]), static_cast<double>(y[p])));
    }
  }

  Gram gram_;
  double shift_;
};

}  // namespace sparse_grid
