// A recursive descent in double, as in Luz 2017, section 3.1, but through a tree in which the
// parent of every point is one level coarser in the point's last refined dimension, so that
// dimensions in which nothing is refined cost nothing. This is the reference that every variant is
// verified against.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// A result, together with the quantities that bound the rounding errors of computing it. With t =
// 2^l x - i, a one-dimensional hat is computed with an absolute error of up to u (from rounding t,
// unit roundoff u) and a relative one; an absolute error in one factor is multiplied by the other
// factors. Each phi therefore has a `slack`, the sum over k of the product of all its factors
// except the k-th.
struct ReferenceResult {
  std::vector<double> values;
  std::size_t most_terms = 0;  // non-zero terms of the longest sum
  double magnitude = 0;        // largest sum of |terms|
  double slack = 0;            // largest sum of |coefficient| * slack
};

class Reference {
 public:
  explicit Reference(const Grid& grid);

  // v_m = sum over i of surpluses_i phi_i(x_m), for data [m * dimensions] in [0, 1].
  [[nodiscard]] ReferenceResult multi_eval(std::span<const double> data,
                                           std::span<const double> surpluses) const;
  // s_i = sum over m of weights_m phi_i(x_m).
  [[nodiscard]] ReferenceResult multi_eval_transposed(std::span<const double> data,
                                                      std::span<const double> weights) const;
  // The number of pairs of data point and grid point with phi_i(x_m) > 0; T is float or double.
  template <class T>
  [[nodiscard]] std::uint64_t count_nonzero(std::span<const T> data) const;

 private:
  // The children of a point in one dimension, by side.
  struct Branch {
    std::size_t dimension;
    std::array<PointNumber, 2> child;
  };
  struct Factors;
  struct Place;
  struct Node;
  template <class Visit>
  void descend(const double* x, const Visit& visit) const;
  template <class Visit>
  void descend(const Place& place, Node node, const Visit& visit) const;

  std::size_t dimensions_;
  std::size_t points_;
  std::vector<Branch> branches_;           // of each point, by dimension
  std::vector<std::size_t> first_branch_;  // [points + 1]
};

}  // namespace sparse_grid
