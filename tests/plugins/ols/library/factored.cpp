#include "plugins/ols/library/factored.hpp"

#include <Eigen/SVD>
#include <tuple>

#include "plugins/ols/library/matrix.hpp"
#include "tests/catch.hpp"

using ols::FactoredMatrix;

namespace {

Eigen::MatrixXd matrix(const FactoredMatrix& factors) {
  Eigen::MatrixXd x(factors.rows(), factors.columns());
  factors.write(x.data(), 1, factors.rows());
  return x;
}

Eigen::VectorXd vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

std::vector<double> numbers(std::size_t count) {
  std::vector<double> v;
  for (std::size_t k = 0; k < count; ++k) v.push_back(std::sin(static_cast<double>(k) + 1));
  return v;
}

}  // namespace

TEST_CASE("a factored matrix has the condition number it was made for") {
  for (const auto& [rows, columns] :
       {std::tuple{1, 1}, {7, 1}, {5, 5}, {6, 5}, {19, 10}, {20, 10}, {211, 13}, {64, 31}}) {
    for (const double condition : {1.0, 10.0, 1e4, 1e8}) {
      const FactoredMatrix factors(static_cast<std::size_t>(rows),
                                   static_cast<std::size_t>(columns), condition, 7);
      const Eigen::VectorXd s = matrix(factors).jacobiSvd().singularValues();
      INFO(rows << " x " << columns << ", condition " << condition);
      const double wanted = columns > 1 ? condition : 1;
      CHECK(s(0) == Approx(std::sqrt(rows)).epsilon(1e-12));
      CHECK(s(0) / s(columns - 1) == Approx(wanted).epsilon(1e-7));
    }
  }
}

TEST_CASE("rows may grow without a change of the condition number") {
  const FactoredMatrix factors(600, 12, 50, 3, 1e4);
  const Eigen::MatrixXd x = matrix(factors);
  const Eigen::VectorXd s = x.jacobiSvd().singularValues();
  CHECK(s(0) / s(11) == Approx(50).epsilon(1e-9));
  const double growth = x.bottomRows(12).norm() / x.topRows(12).norm();
  CHECK(growth > 3e3);
  CHECK(growth < 3e4);
}

TEST_CASE("scaling the columns of a factored matrix gains little") {
  const FactoredMatrix factors(300, 40, 1e6, 3);
  Eigen::MatrixXd x = matrix(factors);
  for (Eigen::Index j = 0; j < x.cols(); ++j) x.col(j).normalize();
  const Eigen::VectorXd s = x.jacobiSvd().singularValues();
  CHECK(s(0) / s(39) > 1e5);
}

TEST_CASE("the factors are those of the matrix") {
  for (const auto& [rows, columns] : {std::tuple{29, 9}, {9, 9}, {40, 8}}) {
    const FactoredMatrix factors(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                                 100, 11);
    const Eigen::MatrixXd x = matrix(factors);
    const auto b = numbers(factors.columns());
    const auto f = numbers(factors.rows());
    const auto t = factors.apply_sv(b);
    CHECK((vector(factors.apply_q(t)) - x * vector(b)).norm() < 1e-12);
    CHECK((vector(factors.apply_q_transposed(factors.apply_q(b))) - vector(b)).norm() < 1e-13);
    CHECK((vector(factors.solve_sv(t)) - vector(b)).norm() < 1e-11);
    // Expected identity: X^T f = (S V^T)^T Q^T f.
    const Eigen::VectorXd products = x.transpose() * vector(f);
    const std::vector<double> g(products.data(), products.data() + products.size());
    CHECK((vector(factors.solve_sv_transposed(g)) - vector(factors.apply_q_transposed(f))).norm() <
          1e-11);
  }
}

TEST_CASE("equal seeds make equal matrices, in either layout, others other ones") {
  const FactoredMatrix factors(23, 4, 10, 5);
  std::vector<double> by_rows(92);
  factors.write(by_rows.data(), 4, 1);
  const Eigen::MatrixXd x = matrix(FactoredMatrix(23, 4, 10, 5));
  for (int i = 0; i < 23; ++i) {
    for (int j = 0; j < 4; ++j) CHECK(by_rows[static_cast<std::size_t>(i * 4 + j)] == x(i, j));
  }
  CHECK((matrix(FactoredMatrix(23, 4, 10, 6)) - x).norm() > 0.1);
}
