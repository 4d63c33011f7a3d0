#include "ols/problem/solution.hpp"

#include <Eigen/QR>
#include <limits>

namespace ols {
namespace {

double scaled_norm(std::span<const double> norms, auto&& value) {
  double sum = 0;
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const auto scaled = norms[j] * static_cast<double>(value(j));
    sum += scaled * scaled;
  }
  return std::sqrt(sum);
}

// The relative change |D change| / |D b|.
double relative(std::span<const double> norms, auto&& change, auto&& b) {
  const double size = scaled_norm(norms, b);
  return size > 0 ? scaled_norm(norms, change) / size : scaled_norm(norms, change);
}

template <class W>
Solution split(std::span<const W> b, double uncertainty) {
  Solution solution{{b.begin(), b.end()}, {}, uncertainty};
  for (std::size_t j = 0; j < b.size(); ++j) {
    solution.rest.push_back(static_cast<double>(b[j] - static_cast<W>(solution.b[j])));
  }
  return solution;
}

// Residual and solution, with steps of iterative refinement.
template <class Real>
class Refinement {
 public:
  using W = Wide<Real>;

  Refinement(const FactoredMatrix& factors, const MatrixView<Real>& x, std::span<const Real> y,
             std::span<const double> b)
      : factors_(factors),
        x_(x),
        y_(y),
        norms_(column_norms(x)),
        b_(b.begin(), b.end()),
        r_(residual<W>(x, y, std::span<const W>(b_))) {}

  // Solves [I X; X^T 0] [dr; db] = [y - r - X b; -X^T r] with the factors and adds dr and db.
  // Returns the relative change of b.
  double step() {
    const auto rest = residual<W>(x_, y_, std::span<const W>(b_));
    std::vector<double> f(rest.size());
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(rest[i] - r_[i]);
    const auto products = transposed_product<W>(x_, std::span<const W>(r_));
    const std::vector<double> g(products.begin(), products.end());
    auto t = factors_.apply_q_transposed(f);
    const auto against = factors_.solve_sv_transposed(g);
    for (std::size_t j = 0; j < t.size(); ++j) t[j] += against[j];
    const auto db = factors_.solve_sv(t);
    const auto qt = factors_.apply_q(t);
    for (std::size_t i = 0; i < f.size(); ++i)
      r_[i] += static_cast<W>(f[i]) - static_cast<W>(qt[i]);
    for (std::size_t j = 0; j < db.size(); ++j) b_[j] += static_cast<W>(db[j]);
    return relative(
        norms_, [&](std::size_t j) { return db[j]; }, [&](std::size_t j) { return b_[j]; });
  }
  [[nodiscard]] std::span<const W> solution() const { return b_; }

 private:
  const FactoredMatrix& factors_;
  MatrixView<Real> x_;
  std::span<const Real> y_;
  std::vector<double> norms_;
  std::vector<W> b_;
  std::vector<W> r_;
};

}  // namespace

template <class Real>
Solution refined_solution(const FactoredMatrix& factors, const MatrixView<Real>& x,
                          std::span<const Real> y, std::span<const double> b) {
  constexpr int most_steps = 30;
  constexpr double enough = 8 * static_cast<double>(std::numeric_limits<Wide<Real>>::epsilon());
  Refinement<Real> refinement(factors, x, y, b);
  double change = refinement.step();
  for (int k = 1; k < most_steps && change > enough; ++k) {
    const double before = change;
    change = refinement.step();
    if (!(change < before / 2)) break;
  }
  return split(refinement.solution(), 2 * change + enough);
}

template <class Real>
Solution direct_solution(const MatrixView<Real>& x, std::span<const Real> y) {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  const auto norms = column_norms(x);
  Matrix a(x.rows, x.columns);
  Vector right(x.rows);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    right(row) = y[i];
    for (std::size_t j = 0; j < x.columns; ++j) {
      a(row, static_cast<Eigen::Index>(j)) = static_cast<long double>(x(i, j)) / norms[j];
    }
  }
  const Eigen::HouseholderQR<Matrix> qr(a);
  Vector b = qr.solve(right);
  const Vector change = qr.solve(Vector(right - a * b));
  b += change;
  const auto uncertainty = static_cast<double>(change.norm() / b.norm());
  for (std::size_t j = 0; j < x.columns; ++j) b(static_cast<Eigen::Index>(j)) /= norms[j];
  return split(std::span<const long double>(b.data(), x.columns), uncertainty + 1e-18);
}

template Solution refined_solution(const FactoredMatrix&, const MatrixView<float>&,
                                   std::span<const float>, std::span<const double>);
template Solution refined_solution(const FactoredMatrix&, const MatrixView<double>&,
                                   std::span<const double>, std::span<const double>);
template Solution direct_solution(const MatrixView<float>&, std::span<const float>);
template Solution direct_solution(const MatrixView<double>&, std::span<const double>);

}  // namespace ols
