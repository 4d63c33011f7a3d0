#include "plugins/ols/library/trust.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "plugins/ols/library/factored.hpp"
#include "plugins/ols/library/judgement.hpp"
#include "plugins/ols/library/triangle.hpp"
#include "tests/catch.hpp"

using namespace ols;

TEST_CASE("the norm of a triangle's inverse is estimated from below, within a factor of two") {
  std::srand(1);
  for (const int n : {1, 2, 3, 10, 57}) {
    for (const double smallest : {1.0, 1e-3, 1e-7}) {
      Eigen::MatrixXd r = Eigen::MatrixXd::Random(n, n).triangularView<Eigen::Upper>();
      r.diagonal().setConstant(2);
      r(n - 1, n - 1) = smallest;
      const double exact = 1 / r.jacobiSvd().singularValues()(n - 1);
      const auto size = static_cast<std::size_t>(n);
      const double estimate = inverse_norm(r.data(), size, size);
      CHECK(estimate <= exact * 1.0001);
      CHECK(estimate >= exact / 2);
    }
  }
}

// In 2 and 4 columns, the right singular vectors of data with known factors have entries that
// differ in their signs only.
TEST_CASE("the norm of a triangle's inverse is found where singular vectors are signs") {
  for (const std::size_t columns : {2, 3, 4, 8, 16}) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      CAPTURE(columns, seed);
      const std::size_t rows = 2 * columns;
      Eigen::MatrixXd x(rows, columns);
      FactoredMatrix(rows, columns, 100, seed).write(x.data(), 1, rows);
      const auto n = static_cast<Eigen::Index>(columns);
      const Eigen::MatrixXd r = x.householderQr().matrixQR().topRows(n);
      const double exact = 100 / std::sqrt(static_cast<double>(rows));
      const double estimate = inverse_norm(r.data(), columns, columns);
      CHECK(estimate <= exact * 1.0001);
      CHECK(estimate >= exact / 2);
    }
  }
}

TEST_CASE("a singular triangle has an infinite inverse and names its columns") {
  Eigen::MatrixXd r = Eigen::MatrixXd::Identity(4, 4);
  r(2, 2) = 0;
  r(1, 2) = 3;
  CHECK(inverse_norm(r.data(), 4, 4) == std::numeric_limits<double>::infinity());
  CHECK(dependent_columns(r.data(), 4, 4, 1e-15) == std::vector<std::size_t>{2});
  r(3, 3) = std::nan("");
  CHECK(dependent_columns(r.data(), 4, 4, 1e-15) == std::vector<std::size_t>{2, 3});
}

TEST_CASE("digits end where nothing can be trusted") {
  CHECK(digits_of(1e-5) == Approx(5));
  CHECK(digits_of(1) == 0);
  CHECK(digits_of(1e9) == 0);
  CHECK(digits_of(std::nan("")) == 0);
  CHECK(digits_of(std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("normal equations trust half of what reflections do") {
  const double u = unit_roundoff<double>;
  const Solved easy{1000, 16, 1, 1};
  const Solved hard{1000, 16, 1e5, 1};
  const Solved hopeless{1000, 16, 1e8, 1};
  CHECK(digits_of_orthogonal(easy, u, 0) > 12);
  CHECK(digits_of_orthogonal(hard, u, 0) ==
        Approx(digits_of_orthogonal(easy, u, 0) - 5).margin(0.01));
  CHECK(digits_of_normal_equations(hard, u, 1) ==
        Approx(digits_of_normal_equations(easy, u, 1) - 10).margin(0.01));
  CHECK(digits_of_normal_equations(hopeless, u, 1) == 0);
  CHECK(digits_of_orthogonal(hopeless, u, 0) > 4);
  // A residual weighs with the square of the condition number.
  CHECK(digits_of_orthogonal(hopeless, u, 1) == 0);
}

TEST_CASE("digits agree as far as NIST counts them") {
  CHECK(agreeing_digits(1.0, 1.0) == 15);
  CHECK(agreeing_digits(1.001, 1.0) == Approx(3).epsilon(1e-3));
  CHECK(agreeing_digits(-1.0, 1.0) == 0);
  CHECK(agreeing_digits(1e-4, 0.0) == Approx(4));
}

// The factors are cut off to 10 bits, as on tensor cores; everything else is computed in double.
TEST_CASE("products of rounded factors keep what is promised of them") {
  const auto cut_off = [](double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::trunc(std::ldexp(mantissa, 11)), exponent - 11);
  };
  std::srand(2);
  for (const int n : {1, 4, 17}) {
    for (const double smallest : {1.0, 0.3, 0.1}) {
      Eigen::MatrixXd a = Eigen::MatrixXd::Random(300, n);
      if (n > 1) a.col(n - 1) = a.col(0) + smallest * a.col(n - 1);
      a.colwise().normalize();
      const Eigen::VectorXd x = Eigen::VectorXd::Random(n);
      const Eigen::VectorXd y = a * x;
      const Eigen::MatrixXd rounded = a.unaryExpr(cut_off);
      const Eigen::VectorXd found = (rounded.transpose() * rounded).llt().solve(a.transpose() * y);
      const Solved solved{300, static_cast<std::size_t>(n),
                          1 / a.jacobiSvd().singularValues()(n - 1), x.norm()};
      const double digits =
          digits_of_normal_equations(solved, unit_roundoff<double>, y.norm(), 1.0 / 1024);
      CHECK((found - x).norm() / x.norm() <= std::pow(10, -digits));
      CHECK(digits < digits_of_normal_equations(solved, unit_roundoff<double>, y.norm()));
    }
  }
}

TEST_CASE("errors of methods add up as relative errors, of which digits are the logarithm") {
  const Solved solved{4096, 17, 30.0, 2.0};
  const double u = unit_roundoff<double>;
  CHECK(digits_of_normal_equations(solved, u, 5) ==
        Approx(-std::log10(error_of_normal_equations(solved, u, 5))));
  CHECK(digits_of_orthogonal(solved, u, 0.1) ==
        Approx(-std::log10(error_of_orthogonal(solved, u, 0.1))));
  // The error is proportional to the roundoff, and to the square of the condition number or less.
  CHECK(error_of_normal_equations(solved, 2 * u, 5) ==
        Approx(2 * error_of_normal_equations(solved, u, 5)));
  const Solved worse{4096, 17, 60.0, 2.0};
  CHECK(error_of_normal_equations(worse, u, 5) ==
        Approx(4 * error_of_normal_equations(solved, u, 5)));
  CHECK(error_of_orthogonal(worse, u, 0) == Approx(2 * error_of_orthogonal(solved, u, 0)));
  CHECK(error_of_normal_equations({4096, 17, 30.0, 0.0}, u, 5) > 1);
}
