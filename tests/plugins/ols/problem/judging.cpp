#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "fits.hpp"
#include "tests/catch.hpp"

using namespace testing;

TEMPLATE_TEST_CASE("a right fit passes at all conditions the precision can bear", "", float,
                   double) {
  const double limit = std::is_same_v<TestType, float> ? 1e4 : 1e8;
  for (const double condition : {1.0, 1e2, 1e4, 1e6, 1e8}) {
    if (condition > limit) continue;
    for (const auto& [rows, columns] : {std::tuple{1, 1}, {7, 7}, {97, 13}, {401, 31}}) {
      for (const char* layout : {"rows", "columns"}) {
        Fit fit({{"rows", rows},
                 {"columns", columns},
                 {"condition", condition},
                 {"layout", layout},
                 {"precision", precision_of<TestType>}});
        INFO(fit.host.failure << rows << " x " << columns << " condition " << condition);
        REQUIRE(fit.created.status == ASSAY_OK);
        // With a residual, the rounding of the judge's own arithmetic grows with the square of the
        // condition number.
        const double digits =
            std::is_same_v<TestType, float> ? 6.5 : std::min(15.0, 19 - 2 * std::log10(condition));
        CHECK(fit.check(rounded<TestType>(fit.solution<TestType>()), digits) <= 1);
        INFO(fit.host.failure);
        CHECK(fit.fact("forward_error") < std::pow(10, -digits));
        CHECK(fit.fact("trusted_digits") == digits);
      }
    }
  }
}

TEMPLATE_TEST_CASE("a promise that is not kept is refused", "", float, double) {
  Fit fit({{"rows", 50}, {"columns", 5}, {"precision", precision_of<TestType>}});
  auto b = rounded<TestType>(fit.solution<TestType>());
  b[2] += static_cast<TestType>(1e-3);
  CHECK(fit.check(b, 1) <= 1);
  CHECK(fit.check(b, 6) > 1);
  CHECK_THAT(fit.host.failure, contains("vouches for 6 digits"));
  CHECK(fit.check(std::vector<TestType>(5), 1) > 1);
}

TEST_CASE("a method that trusts nothing fails with that reason") {
  Fit fit({{"rows", 50}, {"columns", 5}, {"digits", 2.0}});
  const auto b = rounded<double>(fit.solution<double>());
  for (const double digits : {0.0, 1.9, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(fit.check(b, digits) > 1);
    CHECK_THAT(fit.host.failure, contains("itself vouches"));
  }
  CHECK(fit.check(b, 2.0) <= 1);
}

TEST_CASE("what is not finite is refused") {
  Fit fit({{"rows", 50}, {"columns", 5}});
  auto b = rounded<double>(fit.solution<double>());
  b[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(fit.check(b, 5) > 1);
}

TEST_CASE("data that determine no digit refuse whoever trusts one") {
  Fit fit({{"rows", 200}, {"columns", 20}, {"condition", 1e8}, {"precision", "float"}});
  REQUIRE(fit.created.status == ASSAY_OK);
  CHECK(fit.check(std::vector<float>(20, 1.0F), 1) > 1);
}

TEST_CASE("integers are exact, products included") {
  for (const char* precision : {"float", "double"}) {
    Fit fit({{"rows", 101},
             {"columns", 7},
             {"data", "integer"},
             {"intercept", true},
             {"precision", precision}});
    REQUIRE(fit.created.status == ASSAY_OK);
    const bool wide = precision == std::string("double");
    const auto x = wide ? fit.x<double>() : fit.x<float>();
    const auto y = wide ? fit.y<double>() : fit.y<float>();
    for (int i = 0; i < 101; ++i) CHECK(x(i, 0) == 1);
    const Eigen::Matrix<long double, -1, -1> products = x.transpose() * x;
    CHECK(products.maxCoeff() <= 0x1p24L);
    const auto b = x.householderQr().solve(y).eval();
    for (int j = 0; j < 7; ++j) {
      CHECK(b(j) == Approx(std::round(static_cast<double>(b(j)))).epsilon(1e-15));
    }
    CHECK((x * b.array().round().matrix() - y).norm() == 0);
  }
}

TEST_CASE("each fit of a batch has data of its own and is judged") {
  Fit fit({{"rows", 40}, {"columns", 4}, {"batch", 3}});
  std::vector<double> b;
  for (int k = 0; k < 3; ++k) {
    for (const double v : rounded<double>(fit.solution<double>(k))) b.push_back(v);
  }
  CHECK(fit.check(b, 12) <= 1);
  CHECK(b[0] != b[4]);
  b[9] += 1;
  CHECK(fit.check(b, 12) > 1);
  CHECK_THAT(fit.host.failure, contains("fit 2"));
}

TEST_CASE("the residual has the size asked for") {
  Fit fit({{"rows", 90}, {"columns", 9}, {"residual", 0.5}});
  const auto fitted = (fit.x<double>() * fit.solution<double>()).eval();
  const auto rest = (fit.y<double>() - fitted).eval();
  CHECK(static_cast<double>(rest.norm() / fitted.norm()) == Approx(0.5).epsilon(1e-10));
}

TEST_CASE("arguments that make no sense are refused with a reason") {
  const auto failure = [](const Given& given) {
    Fit fit(given);
    CHECK(fit.created.status != ASSAY_OK);
    return fit.host.failure;
  };
  CHECK_THAT(failure({{"rows", 3}, {"columns", 4}}), contains("columns = 4 is more than rows = 3"));
  CHECK_THAT(failure({{"rows", -1}}), contains("rows = -1"));
  CHECK_THAT(failure({{"condition", 0.5}}), contains("condition"));
  CHECK_THAT(failure({{"condition", std::nan("")}}), contains("condition"));
  CHECK_THAT(failure({{"residual", -0.5}}), contains("residual"));
  CHECK_THAT(failure({{"intercept", true}}), contains("integer"));
  CHECK_THAT(failure({{"data", "longley"}, {"rows", 17}}), contains("longley has 16 rows"));
  CHECK_THAT(failure({{"rows", std::int64_t{1} << 40}, {"columns", 1 << 20}}), contains("bytes"));
  CHECK_THAT(
      failure({{"rows", 1 << 25}, {"columns", 1}, {"data", "integer"}, {"precision", "float"}}),
      contains("exact up to"));
}

TEST_CASE("useful work counts half of X^T X") {
  Fit fit({{"rows", 100}, {"columns", 3}, {"precision", "float"}, {"batch", 2}});
  const assay_work work = fit.created.work();
  CHECK(work.flops == 2 * (100.0 * 3 * 4 + 2 * 100 * 3 + 9));
  CHECK(work.bytes == 2 * 4.0 * (300 + 100 + 3));
}
