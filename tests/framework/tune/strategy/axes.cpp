#include "framework/tune/strategy/axes.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

Axis axis_of(const std::vector<Value>& values) {
  return axes_of(SearchSpace({{"p", "", values, values[0], ""}}, {}, {})).at(0);
}

Eigen::MatrixXd kinship_of(const Axis& axis) {
  const auto n = static_cast<Eigen::Index>(axis.size());
  return Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index a, Eigen::Index b) {
    return axis.kinship(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  });
}

std::vector<Value> whole(std::initializer_list<std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

TEST_CASE("sizes lie by their ratios, other numbers by themselves, texts by their order") {
  CHECK(axis_of(whole({1, 2, 4, 16})).places == std::vector<double>{0, 0.25, 0.5, 1});
  CHECK(axis_of(whole({0, 1, 4})).places == std::vector<double>{0, 0.25, 1});
  CHECK(axis_of({-1.0, 0.0, 3.0}).places == std::vector<double>{0, 0.25, 1});
  CHECK(axis_of({"b"s, "a"s, "c"s}).places == std::vector<double>{0, 0.5, 1});
  CHECK(axis_of({"only"s}).places == std::vector<double>{0});
}

TEST_CASE("whole numbers are akin by how often two divides them") {
  const auto axis = axis_of(whole({16, 32, 48, 64, 80, 96}));
  CHECK(axis.kinship(0, 2) == 1);                     // 16 and 48 both have the factor 2^4
  CHECK(axis.kinship(1, 5) == 1);                     // 32 and 96 both have 2^5
  CHECK(axis.kinship(0, 1) == Approx(std::exp(-1)));  // 2^4 and 2^5
  CHECK(axis.kinship(3, 4) == Approx(std::exp(-2)));  // 2^6 and 2^4
}

TEST_CASE("kinship is none where it says nothing, and always a covariance") {
  const std::vector<std::vector<Value>> plain = {
      whole({1, 2, 4, 8, 16, 32}),  // the powers of two follow the order
      whole({1, 2, 3, 4}),          // too few values
      whole({0, 1, 2, 3, 4, 5}),    // 0 can be divided by two without end
      {1.0, 2.0, 3.0, 5.0, 6.0},
      {"a"s, "b"s, "c"s, "d"s, "e"s}};
  for (const auto& values : plain) {
    const auto n = static_cast<Eigen::Index>(values.size());
    CHECK(kinship_of(axis_of(values)) == Eigen::MatrixXd::Identity(n, n));
  }
  const auto kinship = kinship_of(axis_of(whole({1, 2, 3, 5, 8, 12, 40, 64, 99})));
  CHECK(kinship == kinship.transpose());
  CHECK(kinship.diagonal() == Eigen::VectorXd::Ones(9));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(kinship);
  CHECK(solver.eigenvalues().minCoeff() > -1e-12);
}
