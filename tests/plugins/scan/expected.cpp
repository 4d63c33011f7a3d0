// What scan/array expects, with sums that are right, nearly right, and wrong.
#include <cmath>
#include <limits>
#include <vector>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/compared.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

namespace sdk = assay::sdk;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// The prefix sums of `x`, by the definition: each begins anew.
std::vector<double> sums_of(const std::vector<double>& x) {
  std::vector<double> sums;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double sum = 0;
    for (std::size_t j = 0; j <= k; ++j) sum += x[j];
    sums.push_back(sum);
  }
  return sums;
}

// Instances of doubles from a file, which cannot be empty.
struct Judged {
  explicit Judged(const std::vector<double>& x)
      : file("x.npy", testing::npy("<f8", "(" + std::to_string(x.size()) + ",)", x)),
        instance(host, *testing::plugin().problems[0],
                 {{"length", sdk::Value(static_cast<std::int64_t>(x.size()))},
                  {"precision", sdk::Value("double")},
                  {"file", sdk::Value(x.empty() ? "" : file.path())}}) {
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
  }
  // Whether the sums pass.
  bool passes(const std::vector<double>& sums) {
    const auto length = static_cast<std::int64_t>(sums.size());
    const auto found = testing::compared(instance, sdk::dense_tensor("y", {length}, sums.data()));
    message = found.message;
    return found.status == assay::TrialStatus::ok;
  }

  testing::FakeHost host;
  testing::TemporaryFile file;
  testing::CreatedInstance instance;
  std::string message;
};

}  // namespace

TEST_CASE("sums by the definition pass, and those with an error at any place do not") {
  std::vector<double> x;
  for (int k = 0; k < 300; ++k) x.push_back(std::sin(k) * std::exp2(k % 40));
  Judged judged(x);
  const std::vector<double> sums = sums_of(x);
  CHECK(judged.passes(sums));
  for (std::size_t k = 0; k < sums.size(); ++k) {
    INFO("a wrong sum at " << k);
    std::vector<double> wrong = sums;
    wrong[k] += 1e-9 * (1 + std::abs(wrong[k]));
    const bool is_small = k < 20;  // before sums have so large parts that this is rounding
    if (is_small) CHECK_FALSE(judged.passes(wrong));
    wrong[k] = no_number;
    CHECK_FALSE(judged.passes(wrong));
    wrong[k] = sums[k] + std::exp2(k % 40 + 1);
    CHECK_FALSE(judged.passes(wrong));
  }
}

TEST_CASE("sums of integers are exact, and the message names one that is not") {
  Judged judged({3, 4, 5});
  CHECK(judged.passes({3, 7, 12}));
  CHECK_FALSE(judged.passes({3, 7.0000000001, 13}));
  CHECK_THAT(judged.message, contains("output 'y' at [1]: got 7.0000000001, expected 7") &&
                                 contains("2 of 3 elements"));
}

TEST_CASE("the first sum is the first number") {
  Judged judged({0.1, 0.2});
  CHECK(judged.passes({0.1, 0.1 + 0.2}));
  CHECK_FALSE(judged.passes({std::nextafter(0.1, 1), 0.1 + 0.2}));
}

TEST_CASE("infinities and NaN are wanted where they are due") {
  Judged judged({1, infinite, 2, -infinite, 3});
  CHECK(judged.passes({1, infinite, infinite, no_number, no_number}));
  CHECK_FALSE(judged.passes({infinite, infinite, infinite, no_number, no_number}));
  CHECK_FALSE(judged.passes({1, infinite, infinite, no_number, 3}));
  CHECK_FALSE(judged.passes({1, -infinite, infinite, no_number, no_number}));
  CHECK_FALSE(
      judged.passes({1, std::numeric_limits<double>::max(), infinite, no_number, no_number}));
}

TEST_CASE("where the order decides whether a sum overflows, any result passes") {
  constexpr double most = std::numeric_limits<double>::max();
  Judged judged({1, most, most, -most});
  CHECK(judged.passes({1, most, infinite, infinite}));
  CHECK(judged.passes({1, most, infinite, most}));
  CHECK_FALSE(judged.passes({2, most, infinite, most}));
}

TEST_CASE("errors are found in long arrays, too, and the first of them is named") {
  std::vector<double> x(200'000, 1);
  std::vector<double> sums(x.size());
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = static_cast<double>(k + 1);
  Judged judged(x);
  CHECK(judged.passes(sums));
  for (const std::size_t wrong : {199'999, 131'072, 131'071, 65'536, 65'535, 0}) {
    sums[wrong] += 1;
    CHECK_FALSE(judged.passes(sums));
    CHECK_THAT(judged.message, contains("output 'y' at [" + std::to_string(wrong) + "]"));
  }
}

TEST_CASE("nothing is scanned to nothing") {
  Judged judged({});
  CHECK(judged.passes({}));
}
