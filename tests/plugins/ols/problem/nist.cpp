// Compares the reference sets with their certificates: the data as written into the source must
// lead to every certified digit.
#include "plugins/ols/library/nist.hpp"

#include "fits.hpp"
#include "plugins/ols/library/judgement.hpp"
#include "tests/catch.hpp"

using namespace testing;

TEST_CASE("the sets have the shapes that NIST certifies") {
  REQUIRE(ols::reference_sets().size() == 8);
  for (const auto& [name, rows, columns] : {std::tuple{"longley", 16U, 7U},
                                            {"norris", 36U, 2U},
                                            {"filip", 82U, 11U},
                                            {"wampler1", 21U, 6U},
                                            {"wampler2", 21U, 6U},
                                            {"wampler3", 21U, 6U},
                                            {"wampler4", 21U, 6U},
                                            {"wampler5", 21U, 6U}}) {
    const auto* set = ols::find_reference_set(name);
    REQUIRE(set != nullptr);
    CHECK(set->rows() == rows);
    CHECK(set->columns() == columns);
    CHECK(set->x.size() == rows * set->predictors);
  }
  CHECK(ols::find_reference_set("anscombe") == nullptr);
}

TEST_CASE("solved in more digits the sets give their certified coefficients") {
  for (const auto& set : ols::reference_sets()) {
    Eigen::Matrix<long double, -1, -1> x(set.rows(), set.columns());
    Eigen::Matrix<long double, -1, 1> y(set.rows());
    for (std::size_t i = 0; i < set.rows(); ++i) {
      y(static_cast<Eigen::Index>(i)) = set.y[i];
      for (std::size_t j = 0; j < set.columns(); ++j) {
        x(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = set.element(i, j);
      }
    }
    const auto b = x.colPivHouseholderQr().solve(y).eval();
    // Decimal data are rounded to double before anything is computed. Filip magnifies that rounding
    // most; among the other sets Wampler5 has the largest residual.
    const double wanted = set.name == "filip" ? 6.5 : 9;
    for (std::size_t j = 0; j < set.columns(); ++j) {
      INFO(set.name << " b" << j);
      CHECK(ols::agreeing_digits(static_cast<double>(b(static_cast<Eigen::Index>(j))),
                                 std::stod(std::string(set.certified[j]))) > wanted);
    }
  }
}

TEST_CASE("instances of the sets tell how many certified digits a fit has") {
  for (const auto& set : ols::reference_sets()) {
    const Given given{{"data", std::string(set.name)}};
    Fit fit(given);
    REQUIRE(fit.created.status == ASSAY_OK);
    const auto b = rounded<double>(fit.solution<double>());
    INFO(set.name);
    CHECK(fit.check(b, 5) <= 1);
    INFO(fit.host.failure);
    CHECK(fit.fact("certified_digits") > (set.name == "filip" ? 6.0 : 7.0));
    CHECK(fit.created.facts().at("features") == static_cast<double>(set.columns()));
  }
}
