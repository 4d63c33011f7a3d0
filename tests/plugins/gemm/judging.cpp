// What gemm/batched expects and refuses, asked through the problem's C functions, as a host does.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gemm/gemm.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/compared.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

namespace sdk = assay::sdk;
using Given = std::map<std::string, sdk::Value>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Sizes {
  std::int64_t batch, rows, columns, inner;
  bool transpose_a = false;
  bool transpose_b = false;
};

// An instance whose results a test may change before they are judged.
template <class Real>
struct Judged {
  explicit Judged(const Sizes& s, Given more = {}, const char* precision = "double") : sizes(s) {
    more.merge(Given{{"batch", sdk::Value(s.batch)},
                     {"rows", sdk::Value(s.rows)},
                     {"columns", sdk::Value(s.columns)},
                     {"inner", sdk::Value(s.inner)},
                     {"transpose_a", sdk::Value(s.transpose_a)},
                     {"transpose_b", sdk::Value(s.transpose_b)},
                     {"precision", sdk::Value(precision)}});
    instance.emplace(host, testing::problem_of(gemm::describe_problem, "gemm/batched"), more);
    INFO(host.failure);
    REQUIRE(instance->status == ASSAY_OK);
    a = sdk::elements<const Real>(instance->inputs()[0]);
    b = sdk::elements<const Real>(instance->inputs()[1]);
    multiply();
  }

  // c by the definition, index by index.
  void multiply() {
    const auto [batch, m, n, inner, transpose_a, transpose_b] = sizes;
    for (std::int64_t e = 0; e < batch; ++e) {
      for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < n; ++j) {
          long double sum = 0;
          for (std::int64_t k = 0; k < inner; ++k) {
            const auto left = e * m * inner + (transpose_a ? k * m + i : i * inner + k);
            const auto right = e * inner * n + (transpose_b ? j * inner + k : k * n + j);
            sum += static_cast<long double>(a[static_cast<std::size_t>(left)]) *
                   static_cast<long double>(b[static_cast<std::size_t>(right)]);
          }
          c.push_back(static_cast<Real>(static_cast<double>(sum)));
        }
      }
    }
  }
  bool passes() {
    const auto extents = {sizes.batch, sizes.rows, sizes.columns};
    const auto found = testing::compared(*instance, sdk::dense_tensor("c", extents, c.data()));
    message = found.message;
    return found.status == assay::TrialStatus::ok;
  }
  // Whether it passes with another result in one place.
  bool passes_with(std::size_t place, double result) {
    const Real right = std::exchange(c[place], static_cast<Real>(result));
    const bool passed = passes();
    c[place] = right;
    return passed;
  }

  Sizes sizes;
  testing::FakeHost host;
  std::optional<testing::CreatedInstance> instance;
  std::span<const Real> a;
  std::span<const Real> b;
  std::vector<Real> c;
  std::string message;
};

// An instance of doubles with that a, and a b of `columns` columns that is drawn.
struct OfFile {
  OfFile(const Sizes& s, const std::string& shape, const std::vector<double>& a)
      : file("a.npy", testing::npy("<f8", shape, a)),
        judged(s, {{"file", sdk::Value(file.path())}}) {}

  testing::TemporaryFile file;
  Judged<double> judged;
};

std::string refusal(const Given& given) {
  testing::FakeHost host;
  const testing::CreatedInstance instance(
      host, testing::problem_of(gemm::describe_problem, "gemm/batched"), given);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

template <class Real>
void check_that_each_element_counts(const char* precision, double wrong_by) {
  for (const bool transpose_a : {false, true}) {
    for (const bool transpose_b : {false, true}) {
      Judged<Real> judged({2, 3, 35, 5, transpose_a, transpose_b}, {}, precision);
      CHECK(judged.passes());
      for (std::size_t k = 0; k < judged.c.size(); ++k) {
        INFO("element " << k << ", " << precision);
        const auto right = static_cast<double>(judged.c[k]);
        CHECK_FALSE(judged.passes_with(k, right + wrong_by));
        CHECK_FALSE(judged.passes_with(k, not_a_number));
        CHECK_FALSE(judged.passes_with(k, infinity));
      }
    }
  }
}

}  // namespace

TEST_CASE("products by the definition pass, and those with an error at any place do not") {
  check_that_each_element_counts<double>("double", 1e-14);
  check_that_each_element_counts<float>("float", 1e-5);
  check_that_each_element_counts<gemm::Half>("half", 0.01);
}

TEST_CASE("an omitted product is found in long sums, too") {
  for (const std::int64_t inner : {100, 5000}) {
    Judged<float> judged({1, 1, 1, inner}, {}, "float");
    REQUIRE(judged.passes());
    for (std::size_t k = 0; k < judged.a.size(); ++k) {
      const float product = judged.a[k] * judged.b[k];
      if (std::abs(product) < 0.5F) continue;
      CHECK_FALSE(judged.passes_with(0, double{judged.c[0]} - double{product}));
    }
  }
}

TEST_CASE("a product of nothing is 0") {
  Judged<float> judged({2, 3, 4, 0}, {}, "float");
  CHECK(judged.passes());
  CHECK_FALSE(judged.passes_with(5, 1e-30));
}

TEST_CASE("halves are rounded from floats, and read as such") {
  Judged<gemm::Half> halves({1, 8, 8, 50}, {}, "half");
  Judged<float> floats({1, 8, 8, 50}, {}, "float");
  CHECK(halves.passes());
  for (std::size_t k = 0; k < floats.a.size(); ++k) {
    REQUIRE(halves.a[k].bits() == gemm::Half(floats.a[k]).bits());
  }
}

TEST_CASE("sums of halves in half, and floats rounded to TF32, are told from floats") {
  Judged<gemm::Half> halves({1, 8, 8, 300}, {}, "half");
  Judged<float> floats({1, 8, 8, 300}, {}, "float");
  const auto tf32 = [](float x) {
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x1000U) & 0xffffe000U);
  };
  std::vector<gemm::Half> halves_in_half;
  std::vector<float> floats_as_tf32;
  for (std::size_t element = 0; element < 64; ++element) {
    gemm::Half in_half(0);
    float rounded = 0;
    float in_order = 0;
    for (std::size_t k = 0; k < 300; ++k) {
      const std::size_t left = element / 8 * 300 + k;
      const std::size_t right = k * 8 + element % 8;
      in_half = gemm::Half(static_cast<double>(in_half) + static_cast<double>(halves.a[left]) *
                                                              static_cast<double>(halves.b[right]));
      rounded += tf32(floats.a[left]) * tf32(floats.b[right]);
      in_order += floats.a[left] * floats.b[right];
    }
    CHECK(floats.passes_with(element, double{in_order}));
    halves_in_half.push_back(in_half);
    floats_as_tf32.push_back(rounded);
  }
  halves.c = halves_in_half;
  floats.c = floats_as_tf32;
  CHECK_FALSE(halves.passes());
  CHECK_FALSE(floats.passes());
}

TEST_CASE("results beyond the largest half are infinite, and those near to it may be") {
  const testing::TemporaryFile file(
      "a.npy", testing::npy("<f8", "(1, 3, 1)", std::vector<double>{60000, 3, -60000}));
  Judged<gemm::Half> judged(
      {1, 3, 60, 1}, {{"file", sdk::Value(file.path())}, {"values", sdk::Value("normal")}}, "half");
  CHECK(judged.passes());
  std::size_t overflowing = 0;
  for (std::size_t k = 0; k < judged.c.size(); ++k) {
    const auto result = static_cast<double>(judged.c[k]);
    if (!std::isinf(result)) continue;
    ++overflowing;
    CHECK_FALSE(judged.passes_with(k, -result));
    CHECK_FALSE(judged.passes_with(k, std::copysign(60000, result)));
  }
  CHECK(overflowing > 10);
}

TEST_CASE("infinities and NaN are those of IEEE 754") {
  OfFile of_file({1, 4, 9, 2}, "(1, 4, 2)",
                 {not_a_number, 1, infinity, 1, infinity, infinity, 1, 2});
  Judged<double>& judged = of_file.judged;
  CHECK(judged.passes());
  for (std::size_t j = 0; j < 9; ++j) {
    const double infinite = judged.b[j] > 0 ? infinity : -infinity;
    CHECK_FALSE(judged.passes_with(j, 1));
    CHECK(judged.passes_with(9 + j, infinite));
    CHECK_FALSE(judged.passes_with(9 + j, -infinite));
    CHECK_FALSE(judged.passes_with(9 + j, not_a_number));
    CHECK_FALSE(judged.passes_with(9 + j, std::numeric_limits<double>::max()));
    const bool alike = (judged.b[j] > 0) == (judged.b[9 + j] > 0);
    CHECK(judged.passes_with(18 + j, alike ? infinite : not_a_number));
    CHECK_FALSE(judged.passes_with(18 + j, alike ? not_a_number : infinite));
  }
}

TEST_CASE("where the order decides whether a sum overflows, any result passes") {
  constexpr double most = std::numeric_limits<double>::max();
  OfFile of_file({1, 2, 1, 3}, "(1, 2, 3)", {most, most, -most, 1, 2, 3});
  CHECK(of_file.judged.passes_with(0, infinity));
  CHECK(of_file.judged.passes_with(0, not_a_number));
  CHECK_FALSE(of_file.judged.passes_with(1, infinity));
}

TEST_CASE("the message names the element that is wrong") {
  OfFile of_file({1, 2, 1, 1}, "(1, 2, 1)", {0, 0});
  CHECK_FALSE(of_file.judged.passes_with(1, 7));
  CHECK_THAT(of_file.judged.message,
             contains("output 'c' at [0, 1, 0]: got 7, expected 0") && contains("1 of 2 elements"));
}

TEST_CASE("the work is that of each number once, and two operations for each product") {
  Judged<gemm::Half> judged({2, 3, 5, 7}, {}, "half");
  CHECK(judged.instance->work().bytes == 2 * 2 * (3 * 7 + 7 * 5 + 3 * 5));
  CHECK(judged.instance->work().flops == 2 * 2 * 3 * 5 * 7);
}

TEST_CASE("sizes that are none, and arrays that are too large, are refused by name") {
  constexpr std::int64_t large = 1LL << 20;
  for (const auto& [batch, rows, columns, inner] :
       std::vector<std::array<std::int64_t, 4>>{{0, 1, 1, 1},
                                                {1, 0, 1, 1},
                                                {1, 1, -1, 1},
                                                {1, 1, 1, -1},
                                                {1, large, large, 1},
                                                {1, large, 1, large},
                                                {large, 1, large, 1},
                                                {1, 1LL << 31, 1, 1},
                                                {1LL << 62, 1LL << 62, 1, 1}}) {
    const std::string message = refusal({{"batch", sdk::Value(batch)},
                                         {"rows", sdk::Value(rows)},
                                         {"columns", sdk::Value(columns)},
                                         {"inner", sdk::Value(inner)}});
    CHECK_THAT(message, contains("batch = " + std::to_string(batch)) &&
                            contains("inner = " + std::to_string(inner)) && contains("at least 1"));
  }
}

TEST_CASE("a file has the shape in which a lies") {
  const testing::TemporaryFile file("a.npy",
                                    testing::npy("<f8", "(1, 2, 3)", std::vector<double>(6)));
  const Given given{{"rows", sdk::Value(3)},
                    {"columns", sdk::Value(1)},
                    {"inner", sdk::Value(2)},
                    {"file", sdk::Value(file.path())}};
  CHECK_THAT(refusal(given),
             contains(file.path()) && contains("(1, 2, 3)") && contains("(1, 3, 2)"));
  Given transposed = given;
  transposed.insert_or_assign("transpose_a", sdk::Value(true));
  testing::FakeHost host;
  CHECK(testing::CreatedInstance(host, testing::problem_of(gemm::describe_problem, "gemm/batched"),
                                 transposed)
            .status == ASSAY_OK);
}
