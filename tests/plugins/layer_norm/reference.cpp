// What layer-norm/rows expects and refuses, asked through the problem's C functions, as a host
// does.
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "layer_norm/layer_norm.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

namespace sdk = assay::sdk;
using Given = std::map<std::string, sdk::Value>;

struct Created : testing::FakeHost, testing::CreatedInstance {
  explicit Created(const Given& given)
      : CreatedInstance(*this, testing::problem_of(layer_norm::describe_problem, "layer-norm/rows"),
                        given) {}
};

// The arguments of a matrix in double precision that is read from a file.
Given from_file(std::int64_t rows, std::int64_t columns, const testing::TemporaryFile& file) {
  return {{"rows", sdk::Value(rows)},
          {"columns", sdk::Value(columns)},
          {"precision", sdk::Value("double")},
          {"file", sdk::Value(file.path())}};
}

testing::TemporaryFile matrix(const std::string& shape, const std::vector<double>& x) {
  static int files = 0;
  return {std::to_string(++files) + ".npy", testing::npy("<f8", shape, x)};
}

std::vector<double> expected(Created& instance) {
  INFO(instance.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto y = sdk::elements<const double>(instance.reference()[0].reference);
  return {y.begin(), y.end()};
}

std::string refusal(const Given& given) {
  const Created instance(given);
  CHECK(instance.status != ASSAY_OK);
  return instance.failure;
}

}  // namespace

TEST_CASE("a row has mean 0 and variance 1 before gamma and beta count") {
  // Mean 3 and variance 8 / 4, mean -1 and variance 4.
  const std::vector<double> x{1, 3, 3, 5, -3, 1, -3, 1};
  const auto file = matrix("(2, 4)", x);
  Given given = from_file(2, 4, file);
  given.insert_or_assign("epsilon", sdk::Value(0.25));
  Created instance(given);
  const auto y = expected(instance);
  const auto gamma = sdk::elements<const double>(sdk::find_tensor(instance.inputs(), "gamma"));
  const auto beta = sdk::elements<const double>(sdk::find_tensor(instance.inputs(), "beta"));
  for (std::size_t j = 0; j < 4; ++j) {
    CHECK(y[j] == Approx((x[j] - 3) / 1.5 * gamma[j] + beta[j]));
    CHECK(y[4 + j] == Approx((x[4 + j] + 1) / std::sqrt(4.25) * gamma[j] + beta[j]));
  }
  CHECK(gamma[0] != beta[0]);
}

TEST_CASE("rows of equal numbers and single numbers are beta") {
  const double greatest = std::numeric_limits<double>::max();
  const auto file = matrix("(2, 3)", {0, 0, 0, 7, 7, 7});
  Created equal(from_file(2, 3, file));
  const auto single_file = matrix("(2, 1)", {greatest, -5});
  Created single(from_file(2, 1, single_file));
  for (Created* instance : {&equal, &single}) {
    const auto y = expected(*instance);
    const auto beta = sdk::elements<const double>(sdk::find_tensor(instance->inputs(), "beta"));
    for (std::size_t k = 0; k < y.size(); ++k) CHECK(y[k] == beta[k % beta.size()]);
  }
}

TEST_CASE("a row with an infinity, a NaN, or a variance that overflows is NaN throughout") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double greatest = std::numeric_limits<double>::max();
  const auto file = matrix("(4, 2)", {1, infinity, std::nan(""), 1, 1, greatest, 1, 2});
  Created instance(from_file(4, 2, file));
  const auto y = expected(instance);
  for (std::size_t k = 0; k < 6; ++k) CHECK(std::isnan(y[k]));
  CHECK(std::isfinite(y[6]));
}

TEST_CASE("gamma and beta are ordinary numbers where rows have special ones") {
  Created instance(
      {{"rows", sdk::Value(3)}, {"columns", sdk::Value(2000)}, {"values", sdk::Value("special")}});
  for (const char* name : {"gamma", "beta"}) {
    for (const float number :
         sdk::elements<const float>(sdk::find_tensor(instance.inputs(), name))) {
      CHECK(std::abs(number) <= 0x1p20F);
    }
  }
}

TEST_CASE("the tolerance grows with the ratio of mean and deviation, not with its square") {
  const auto file = matrix("(1, 4)", {1000.5, 999.5, 1000.25, 1000});
  Given given = from_file(1, 4, file);
  given.insert_or_assign("precision", sdk::Value("float"));
  Created instance(given);
  REQUIRE(instance.status == ASSAY_OK);
  const assay_expectation expectation = instance.reference()[0];
  // 20 units of 2^-24 times a ratio of 2800 and a gamma up to 1; its square would make 9.
  CHECK(expectation.absolute < 0.01);
  CHECK(expectation.absolute > 0.0001);
}

TEST_CASE("arguments that make no sense are refused by name") {
  CHECK_THAT(refusal({{"rows", sdk::Value(0)}}), contains("rows = 0"));
  CHECK_THAT(refusal({{"columns", sdk::Value(-3)}}), contains("columns = -3"));
  for (const double epsilon : {0.0, -1.0, std::nan(""), 1e300}) {
    CHECK_THAT(refusal({{"epsilon", sdk::Value(epsilon)}}), contains("epsilon must be between"));
  }
}

TEST_CASE(
    "a file is refused where it has another shape, or numbers of which some variances overflow") {
  const auto other = matrix("(3, 2)", std::vector<double>(6));
  CHECK_THAT(refusal(from_file(2, 3, other)), contains("(3, 2)") && contains("(2, 3)"));
  // The variance is finite, but the square of the numbers is not.
  const auto large = matrix("(2, 2)", {1, 2, 1e160, 1e160});
  CHECK_THAT(refusal(from_file(2, 2, large)), contains("row 1 of x") && contains("scale it"));
}
