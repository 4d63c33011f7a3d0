#include "ols/problem/sources.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>

#include "ols/library/factored.hpp"
#include "ols/library/nist.hpp"
#include "ols/library/random.hpp"

namespace ols {
namespace {

constexpr std::uint64_t coefficients = 101;  // streams of random numbers
constexpr std::uint64_t directions = 102;
constexpr std::uint64_t entries = 103;

// Data with a prescribed condition number and residual: y = X b + r with r a random vector less its
// part in the range of X.
template <class Real>
class ConditionSource final : public Source<Real> {
 public:
  explicit ConditionSource(const Arguments& arguments) : arguments_(arguments) {}

  void fill(std::size_t member, const MatrixView<Real>& place, Real* x, Real* y) override {
    const FactoredMatrix factors = factors_of(member);
    factors.write(x, place.row_stride, place.column_stride);
    const auto t = factors.apply_sv(coefficients_of(member));
    const auto fitted = factors.apply_q(t);
    const auto rest = residual_of(factors, member, norm(std::span<const double>(t)));
    for (std::size_t i = 0; i < fitted.size(); ++i) y[i] = static_cast<Real>(fitted[i] + rest[i]);
  }
  [[nodiscard]] Solution solve(std::size_t member, const MatrixView<Real>& x,
                               std::span<const Real> y) const override {
    return refined_solution<Real>(factors_of(member), x, y, coefficients_of(member));
  }

 private:
  [[nodiscard]] std::uint64_t seed_of(std::size_t member) const {
    return random_bits(arguments_.seed, member);
  }
  [[nodiscard]] FactoredMatrix factors_of(std::size_t member) const {
    return {arguments_.rows, arguments_.columns, arguments_.condition, seed_of(member),
            arguments_.row_spread};
  }
  [[nodiscard]] std::vector<double> coefficients_of(std::size_t member) const {
    std::vector<double> b(arguments_.columns);
    for (std::size_t j = 0; j < b.size(); ++j) {
      b[j] = random_unit(random_bits(seed_of(member), coefficients), j);
    }
    return b;
  }
  // A residual orthogonal to the range of X, of norm residual * fitted; zero if X is square.
  [[nodiscard]] std::vector<double> residual_of(const FactoredMatrix& factors, std::size_t member,
                                                double fitted) const {
    std::vector<double> r(factors.rows());
    if (arguments_.residual == 0 || factors.rows() == factors.columns()) return r;
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = random_unit(random_bits(seed_of(member), directions), i);
    }
    const auto within = factors.apply_q(factors.apply_q_transposed(r));
    for (std::size_t i = 0; i < r.size(); ++i) r[i] -= within[i];
    const double scale = arguments_.residual * fitted / norm(std::span<const double>(r));
    for (double& value : r) value *= scale;
    return r;
  }

  Arguments arguments_;
};

// Data of small integers: X^T X, X b and y are exact, and so is the solution, with a residual of
// zero.
template <class Real>
class IntegerSource final : public Source<Real> {
 public:
  explicit IntegerSource(const Arguments& arguments) : arguments_(arguments) {
    const double exact = 1 / unit();  // integers are exact up to here
    most_ = std::min<std::int64_t>(
        8, static_cast<std::int64_t>(std::sqrt(exact / static_cast<double>(arguments.rows))));
    if (most_ < 1) {
      throw assay::sdk::Error(ASSAY_INVALID,
                              fmt::format("rows = {} is too many for data = \"integer\": in {}, "
                                          "X^T X is exact up to {:.0f} rows",
                                          arguments.rows, arguments.precision, exact));
    }
  }

  void fill(std::size_t member, const MatrixView<Real>& place, Real* x, Real* y) override {
    const auto b = coefficients_of(member);
    for (std::size_t i = 0; i < place.rows; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < place.columns; ++j) {
        const double value = element(member, i, j);
        x[i * place.row_stride + j * place.column_stride] = static_cast<Real>(value);
        sum += value * b[j];
      }
      y[i] = static_cast<Real>(sum);
    }
  }
  [[nodiscard]] Solution solve(std::size_t member, const MatrixView<Real>& x,
                               std::span<const Real> /*y*/) const override {
    return {coefficients_of(member), std::vector<double>(x.columns), 0};
  }

 private:
  static double unit() { return std::is_same_v<Real, float> ? 0x1p-24 : 0x1p-53; }

  // The first rows have a large diagonal, so that small matrices are not singular.
  [[nodiscard]] double element(std::size_t member, std::size_t row, std::size_t column) const {
    if (arguments_.intercept && column == 0) return 1;
    const std::uint64_t stream = random_bits(random_bits(arguments_.seed, member), entries);
    const std::uint64_t position = row * arguments_.columns + column;
    if (row == column) {
      return static_cast<double>(random_bits(stream, position) % 2 == 0 ? most_ : -most_);
    }
    return static_cast<double>(random_integer(stream, position, most_));
  }
  [[nodiscard]] std::vector<double> coefficients_of(std::size_t member) const {
    const std::uint64_t stream = random_bits(random_bits(arguments_.seed, member), coefficients);
    std::vector<double> b(arguments_.columns);
    for (std::size_t j = 0; j < b.size(); ++j) {
      // No coefficient is 0, so that relative errors are defined.
      b[j] = static_cast<double>(1 + random_bits(stream, j) % 3);
    }
    return b;
  }

  Arguments arguments_;
  std::int64_t most_ = 1;
};

// Data of a reference set, identical for each fit of the batch.
template <class Real>
class ReferenceSource final : public Source<Real> {
 public:
  explicit ReferenceSource(const ReferenceSet& set) : set_(set) {}

  void fill(std::size_t /*member*/, const MatrixView<Real>& place, Real* x, Real* y) override {
    for (std::size_t i = 0; i < place.rows; ++i) {
      y[i] = static_cast<Real>(set_.y[i]);
      for (std::size_t j = 0; j < place.columns; ++j) {
        x[i * place.row_stride + j * place.column_stride] = static_cast<Real>(set_.element(i, j));
      }
    }
  }
  [[nodiscard]] Solution solve(std::size_t /*member*/, const MatrixView<Real>& x,
                               std::span<const Real> y) const override {
    return direct_solution<Real>(x, y);
  }
  [[nodiscard]] std::vector<double> certified() const override {
    std::vector<double> values;
    for (const std::string_view text : set_.certified) {
      values.push_back(std::stod(std::string(text)));
    }
    return values;
  }

 private:
  const ReferenceSet& set_;
};

}  // namespace

template <class Real>
std::unique_ptr<Source<Real>> make_source(const Arguments& arguments) {
  if (const ReferenceSet* set = find_reference_set(arguments.data)) {
    return std::make_unique<ReferenceSource<Real>>(*set);
  }
  if (arguments.data == "integer") return std::make_unique<IntegerSource<Real>>(arguments);
  return std::make_unique<ConditionSource<Real>>(arguments);
}

template std::unique_ptr<Source<float>> make_source(const Arguments&);
template std::unique_ptr<Source<double>> make_source(const Arguments&);

}  // namespace ols
