// A tall matrix with a known singular value decomposition: X = Q S V^T with a prescribed condition
// number, made in time that grows with its elements and memory that grows with its rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ols {

// Q is a stack of blocks c_k H_k: H_k is the first n columns of a random Householder reflection I -
// 2 w_k w_k^T, with one c_k for each block such that the squares of all c_k add up to 1. Then Q^T Q
// = sum_k c_k^2 I = I. Blocks have n rows, the last one the remaining ones, up to 2 n - 1. A block
// of X is c_k (S V^T - 2 w_k s_k^T), where s_k is V S times the first n elements of w_k: n rows
// cost one product of a vector with a matrix. V is a Hartley matrix (cos + sin) / sqrt(n) with
// random signs, so that all columns of X have nearly the same norm and scaling them gains nothing.
// S falls geometrically from sqrt(rows) to sqrt(rows) / condition.
class FactoredMatrix {
 public:
  // rows >= columns >= 1, condition >= 1; equal seeds give equal matrices. From the first block to
  // the last, the c_k grow geometrically by a factor of `row_spread` >= 1, apart from a random
  // factor up to 3.
  FactoredMatrix(std::size_t rows, std::size_t columns, double condition, std::uint64_t seed,
                 double row_spread = 1);

  // Writes X, rounded to Real; element (i, j) goes to x[i row_stride + j column_stride].
  template <class Real>
  void write(Real* x, std::size_t row_stride, std::size_t column_stride) const;

  // Q t [rows] and Q^T f [columns].
  [[nodiscard]] std::vector<double> apply_q(std::span<const double> t) const;
  [[nodiscard]] std::vector<double> apply_q_transposed(std::span<const double> f) const;
  // S V^T b, V S^-1 t and S^-1 V^T g, all [columns].
  [[nodiscard]] std::vector<double> apply_sv(std::span<const double> b) const;
  [[nodiscard]] std::vector<double> solve_sv(std::span<const double> t) const;
  [[nodiscard]] std::vector<double> solve_sv_transposed(std::span<const double> g) const;

  [[nodiscard]] std::size_t rows() const { return w_.size(); }
  [[nodiscard]] std::size_t columns() const { return singular_.size(); }

 private:
  struct Block {
    std::size_t first;
    std::size_t rows;
  };
  [[nodiscard]] std::size_t blocks() const { return scales_.size(); }
  [[nodiscard]] Block block(std::size_t k) const;

  std::vector<double> singular_;  // [columns] of S, largest first
  std::vector<double> sv_;        // [columns, columns] row-major: S V^T
  std::vector<double> w_;         // [rows] the vectors w_k one after another
  std::vector<double> scales_;    // [blocks] c_k
};

}  // namespace ols
