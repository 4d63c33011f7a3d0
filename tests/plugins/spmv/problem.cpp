// What spmv/csr expects and refuses, asked through the problem's C functions, as a host does.
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "spmv/row_sum.hpp"
#include "spmv/spmv.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/compared.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

namespace sdk = assay::sdk;
using Given = std::map<std::string, sdk::Value>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double most = std::numeric_limits<double>::max();

sdk::Value integer(std::int64_t value) { return {value}; }

// An instance of doubles.
struct Judged {
  explicit Judged(Given given)
      : instance(host, testing::problem_of(spmv::describe_problem, "spmv/csr"),
                 (given.emplace("precision", sdk::Value("double")), given)) {
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
  }
  template <class T>
  std::span<const T> input(const char* name) {
    return sdk::elements<const T>(sdk::find_tensor(instance.inputs(), name));
  }
  // Whether the result passes.
  bool passes(const std::vector<double>& y) {
    const auto rows = static_cast<std::int64_t>(y.size());
    const auto found = testing::compared(instance, sdk::dense_tensor("y", {rows}, y.data()));
    message = found.message;
    return found.status == assay::TrialStatus::ok;
  }
  // The product by way of the dense matrix.
  std::vector<double> dense_product() {
    const auto offsets = input<std::uint32_t>("offsets");
    const auto columns = input<std::uint32_t>("columns");
    const auto x = input<double>("x");
    std::vector<double> y;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      std::vector<double> row(x.size(), 0.0);
      for (std::uint32_t k = offsets[i]; k < offsets[i + 1]; ++k) {
        row[columns[k]] += input<double>("entries")[k];
      }
      y.push_back(0);
      for (std::size_t j = 0; j < x.size(); ++j) y.back() += row[j] * x[j];
    }
    return y;
  }

  testing::FakeHost host;
  testing::CreatedInstance instance;
  std::string message;
};

std::string refusal(const Given& given) {
  testing::FakeHost host;
  const testing::CreatedInstance instance(
      host, testing::problem_of(spmv::describe_problem, "spmv/csr"), given);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

template <class Real>
spmv::RowSum<Real> sum_of(const std::vector<std::pair<Real, Real>>& products) {
  spmv::RowSum<Real> sum;
  for (const auto& [a, x] : products) sum.add(a, x);
  return sum;
}

}  // namespace

TEST_CASE("the product by way of the dense matrix passes, and an error in any row does not") {
  for (const char* lengths : {"uniform", "power-law", "one-long-row"}) {
    Judged judged({{"rows", integer(61)},
                   {"columns", integer(47)},
                   {"mean", sdk::Value(5.5)},
                   {"lengths", sdk::Value(lengths)}});
    const std::vector<double> y = judged.dense_product();
    CHECK(judged.passes(y));
    for (std::size_t i = 0; i < y.size(); ++i) {
      INFO(lengths << ", row " << i);
      std::vector<double> wrong = y;
      wrong[i] += 1e-13;
      CHECK_FALSE(judged.passes(wrong));
      CHECK_THAT(judged.message, contains("output 'y' at [" + std::to_string(i) + "]"));
      wrong[i] = no_number;
      CHECK_FALSE(judged.passes(wrong));
    }
  }
}

TEST_CASE("facts and work say what the matrix has") {
  Judged judged({{"rows", integer(100)}, {"columns", integer(1000)}, {"mean", sdk::Value(0.25)}});
  auto facts = judged.instance.facts();
  CHECK(facts["entries"] == 25);
  CHECK(facts["longest_row"] == 1);
  CHECK(facts["empty_rows"] == 75);
  CHECK(judged.instance.work().flops == 50);
  // 25 entries with their columns, 101 offsets, 100 results, and at most 25 elements of x.
  const double bytes = judged.instance.work().bytes;
  CHECK(bytes <= 25 * 12 + 101 * 4 + 100 * 8 + 25 * 8);
  CHECK(bytes > 25 * 12 + 101 * 4 + 100 * 8);
}

TEST_CASE("the matrix of a file is multiplied") {
  const testing::TemporaryFile file("m.mtx",
                                    "%%MatrixMarket matrix coordinate real symmetric\n"
                                    "3 3 4\n3 1 0.5\n2 2 -4\n1 1 2\n2 2 1\n");
  Judged judged({{"file", sdk::Value(file.path())}, {"values", sdk::Value("few-distinct")}});
  const auto x = judged.input<double>("x");
  REQUIRE(x.size() == 3);
  CHECK(judged.passes({2 * x[0] + 0.5 * x[2], -3 * x[1], 0.5 * x[0]}));
  CHECK_FALSE(judged.passes({2 * x[0] + 0.5 * x[2], -3 * x[1], 0.5 * x[0] + 1}));
  auto facts = judged.instance.facts();
  CHECK(facts["matrix_rows"] == 3);
  CHECK(facts["entries"] == 5);
}

TEST_CASE("entries of a pattern are drawn") {
  const testing::TemporaryFile file("p.mtx",
                                    "%%MatrixMarket matrix coordinate pattern general\n"
                                    "1 9 2\n1 9\n1 4\n");
  Judged judged({{"file", sdk::Value(file.path())}});
  CHECK(judged.input<double>("entries").size() == 2);
  CHECK(judged.input<std::uint32_t>("columns")[1] == 8);
  CHECK(judged.passes(judged.dense_product()));
}

TEST_CASE("sums of rows are right to the last bit where rounded ones are not") {
  CHECK(sum_of<double>({{1e20, 1}, {1, 1}, {-1e20, 1}}).value() == 1);
  const double d = (1 + 1e-10) - 1;  // the product of 1 + d with itself has more bits than a double
  CHECK(sum_of<double>({{1 + d, 1 + d}, {-1, 1}}).value() == 2 * d + d * d);
}

TEST_CASE("any order of additions is within the tolerance, also of long rows of like products") {
  std::mt19937_64 random(7);
  for (const std::size_t length : {1, 2, 10, 1000, 100'000}) {
    spmv::RowSum<float> like;
    spmv::RowSum<float> mixed;
    float in_order = 0;
    float of_mixed = 0;
    for (std::size_t k = 0; k < length; ++k) {
      like.add(0.1F, 1.0F);
      in_order += 0.1F * 1.0F;
      const float a = static_cast<float>(random() % 2001) / 1000 - 1;
      mixed.add(a, 0.7F);
      of_mixed += a * 0.7F;
    }
    CHECK(std::abs(in_order - like.value()) <= like.tolerance());
    CHECK(std::abs(of_mixed - mixed.value()) <= mixed.tolerance());
    CHECK(like.tolerance() <= 1e-7 * static_cast<double>(length + 1) * like.value());
  }
}

TEST_CASE(
    "integers, infinities and empty rows have no tolerance, sums that may overflow no limit") {
  CHECK(sum_of<float>({{3, 5}, {-2, 7}}).tolerance() == 0);
  CHECK(sum_of<float>({{3000, 5000}, {2000, 2000}}).tolerance() > 0);
  CHECK(sum_of<float>({{0.5F, 0.5F}}).tolerance() > 0);
  CHECK(sum_of<double>({}).tolerance() == 0);
  CHECK(sum_of<double>({}).value() == 0);
  CHECK(sum_of<double>({{infinite, 2}, {1, 1}}).value() == infinite);
  CHECK(sum_of<double>({{infinite, -2}, {1, 1}}).tolerance() == 0);
  CHECK(std::isnan(sum_of<double>({{infinite, 0}}).value()));
  CHECK(std::isnan(sum_of<double>({{infinite, 1}, {1, -infinite}}).value()));
  CHECK(std::isnan(sum_of<double>({{no_number, 1}, {most, most}}).value()));
  CHECK(sum_of<double>({{no_number, 1}, {most, most}}).tolerance() == 0);
  CHECK(sum_of<double>({{most, most}, {1, 1}}).tolerance() == infinite);
  CHECK(sum_of<float>({{3e38F, 1}, {3e38F, -1}}).tolerance() == infinite);
}

TEST_CASE("matrices that make no sense are refused by name") {
  CHECK_THAT(refusal({{"rows", integer(-1)}}), contains("rows = -1"));
  CHECK_THAT(refusal({{"columns", integer(-7)}}), contains("columns = -7"));
  CHECK_THAT(refusal({{"columns", integer(15)}}), contains("mean = 16") && contains("columns, 15"));
  CHECK_THAT(refusal({{"mean", sdk::Value(-0.5)}}), contains("mean = -0.5"));
  CHECK_THAT(refusal({{"mean", sdk::Value(no_number)}}), contains("mean = nan"));
  CHECK_THAT(refusal({{"exponent", sdk::Value(-1.0)}}), contains("exponent = -1"));
  CHECK_THAT(refusal({{"rows", integer(1 << 30)}}), contains("below 2^31"));
  CHECK_THAT(refusal({{"file", sdk::Value("/nowhere/a.mtx")}}), contains("/nowhere/a.mtx"));
  const testing::TemporaryFile file("t.mtx",
                                    "%%MatrixMarket matrix coordinate real general\n1 1 1\n");
  CHECK_THAT(refusal({{"file", sdk::Value(file.path())}}),
             contains(file.path() + ":3:1: the file ends"));
}
