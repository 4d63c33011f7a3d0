// The sources of an instance's X and y, one fit of the batch after another.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ols/library/matrix.hpp"
#include "ols/problem/arguments.hpp"
#include "ols/problem/solution.hpp"

namespace ols {

// A source of one kind of data. A new kind needs a class here and a line in make_source.
template <class Real>
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Fills X and y of fit number `member`, at `x` and `y`. Called once for each fit.
  virtual void fill(std::size_t member, const MatrixView<Real>& place, Real* x, Real* y) = 0;
  // Returns the solution of the data that fill wrote.
  [[nodiscard]] virtual Solution solve(std::size_t member, const MatrixView<Real>& x,
                                       std::span<const Real> y) const = 0;
  // Coefficients certified by a third party; empty if there are none.
  [[nodiscard]] virtual std::vector<double> certified() const { return {}; }
};

template <class Real>
std::unique_ptr<Source<Real>> make_source(const Arguments& arguments);

}  // namespace ols
