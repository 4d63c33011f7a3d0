// What softmax/rows expects and refuses, asked through the problem's C functions, as a host does.
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "softmax/softmax.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

namespace sdk = assay::sdk;
using Given = std::map<std::string, sdk::Value>;
using DoubleLimits = std::numeric_limits<double>;

constexpr double infinity = DoubleLimits::infinity();
constexpr double not_a_number = DoubleLimits::quiet_NaN();

// What the problem expects of a matrix in double precision.
std::vector<double> expected(const std::string& shape, std::size_t columns,
                             const std::vector<double>& x) {
  const testing::TemporaryFile file("x.npy", testing::npy("<f8", shape, x));
  testing::FakeHost host;
  testing::CreatedInstance instance(
      host, testing::problem_of(softmax::describe_problem, "softmax/rows"),
      Given{{"rows", sdk::Value(static_cast<std::int64_t>(x.size() / columns))},
            {"columns", sdk::Value(static_cast<std::int64_t>(columns))},
            {"precision", sdk::Value("double")},
            {"file", sdk::Value(file.path())}});
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto y = sdk::elements<const double>(instance.reference()[0].reference);
  return {y.begin(), y.end()};
}

std::string refusal(const Given& given) {
  testing::FakeHost host;
  const testing::CreatedInstance instance(
      host, testing::problem_of(softmax::describe_problem, "softmax/rows"), given);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

}  // namespace

TEST_CASE("softmax is each exponential's share of the sum") {
  const std::vector<double> x{0.5, -1, 2, 3, 3, -0.25};
  const auto y = expected("(2, 3)", 3, x);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double* row = x.data() + k / 3 * 3;
    const double sum = std::exp(row[0]) + std::exp(row[1]) + std::exp(row[2]);
    CHECK(y[k] == Approx(std::exp(x[k]) / sum).epsilon(1e-14));
  }
}

TEST_CASE("rows of numbers whose exponentials overflow have a softmax") {
  const double greatest = DoubleLimits::max();
  const auto y = expected("(3, 2)", 2, {1000, 1000, greatest, 1, -greatest, -greatest});
  CHECK(y == std::vector<double>{0.5, 0.5, 1, 0, 0.5, 0.5});
}

TEST_CASE("NaN and plus infinity make NaN of their row, minus infinity only if it is alone") {
  const auto y = expected("(5, 3)", 3,
                          {1, not_a_number, 2, 1, infinity, 2, -infinity, -infinity, -infinity,
                           -infinity, 7, 7, 1, 1, 1});
  for (std::size_t k = 0; k < 9; ++k) CHECK(std::isnan(y[k]));
  CHECK(y[9] == 0);
  CHECK(y[10] == 0.5);
  CHECK(y[12] == Approx(1.0 / 3));
}

TEST_CASE("matrices without elements, and those that are too large, are refused by name") {
  for (const auto& [rows, columns] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {0, 3}, {3, 0}, {-1, 3}, {1LL << 31, 4}}) {
    const std::string message =
        refusal({{"rows", sdk::Value(rows)}, {"columns", sdk::Value(columns)}});
    CHECK_THAT(message, contains("rows = " + std::to_string(rows)) && contains("at least 1"));
  }
}

TEST_CASE("a file of another shape is refused with both shapes") {
  const testing::TemporaryFile file("s.npy", testing::npy("<f8", "(3, 2)", std::vector<double>(6)));
  CHECK_THAT(
      refusal(
          {{"rows", sdk::Value(2)}, {"columns", sdk::Value(3)}, {"file", sdk::Value(file.path())}}),
      contains(file.path()) && contains("(3, 2)") && contains("(2, 3)"));
}
