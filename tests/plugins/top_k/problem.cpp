// What top-k/rows accepts and refuses, asked through the problem's C functions, as a host does.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"
#include "top_k/top_k.hpp"

namespace {

namespace sdk = assay::sdk;
using Given = std::map<std::string, sdk::Value>;
using Places = std::vector<std::uint32_t>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

sdk::Value integer(std::size_t value) { return {static_cast<std::int64_t>(value)}; }

// An instance with rows of doubles from a file.
struct Judged {
  Judged(std::size_t its_rows, std::size_t its_k, const std::vector<double>& its_x)
      : rows(its_rows),
        k(its_k),
        x(its_x),
        file("x.npy", testing::npy("<f8", shape(), x)),
        instance(host, testing::problem_of(top_k::describe_problem, "top-k/rows"),
                 {{"rows", integer(rows)},
                  {"columns", integer(x.size() / rows)},
                  {"k", integer(k)},
                  {"precision", sdk::Value("double")},
                  {"file", sdk::Value(file.path())}}) {
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    static_cast<void>(instance.reference());
  }
  [[nodiscard]] std::string shape() const {
    return "(" + std::to_string(rows) + ", " + std::to_string(x.size() / rows) + ")";
  }
  // Whether the choice of these columns passes, with their numbers or with others.
  bool passes(const Places& places) {
    std::vector<double> values;
    for (std::size_t i = 0; i < places.size(); ++i) {
      values.push_back(x[i / k * (x.size() / rows) + places[i]]);
    }
    return passes(places, values);
  }
  bool passes(const Places& places, const std::vector<double>& values) {
    const auto m = static_cast<std::int64_t>(rows);
    const auto n = static_cast<std::int64_t>(k);
    const std::array outputs{sdk::dense_tensor("values", {m, n}, values.data()),
                             sdk::dense_tensor("places", {m, n}, places.data())};
    return instance.check(outputs) <= 1;
  }

  std::size_t rows;
  std::size_t k;
  std::vector<double> x;
  testing::FakeHost host;
  testing::TemporaryFile file;
  testing::CreatedInstance instance;
};

// The columns of a row of numbers in falling order, equal ones in either order.
Places sorted_columns(const std::vector<double>& row, bool later_first) {
  Places places(row.size());
  std::iota(places.begin(), places.end(), 0U);
  std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (row[a] == row[b]) return later_first ? a > b : a < b;
    return row[a] > row[b];
  });
  return places;
}

std::string refusal(const Given& given) {
  testing::FakeHost host;
  const testing::CreatedInstance instance(
      host, testing::problem_of(top_k::describe_problem, "top-k/rows"), given);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

}  // namespace

TEST_CASE("the first of the sorted numbers pass, and none that lacks one of them") {
  std::mt19937 random(3);
  for (const std::size_t columns : {1, 2, 5, 40}) {
    std::vector<double> x(columns);
    for (double& number : x) number = static_cast<double>(random() % 9);
    for (std::size_t k = 1; k <= columns; ++k) {
      INFO(k << " of " << columns);
      Judged judged(1, k, x);
      for (const bool later_first : {false, true}) {
        const Places order = sorted_columns(x, later_first);
        Places chosen(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k));
        CHECK(judged.passes(chosen));
        std::shuffle(chosen.begin(), chosen.end(), random);
        CHECK(judged.passes(chosen));
        // Each choice in place of another: right if, and only if, the two numbers are equal.
        for (std::size_t i = 0; i < k; ++i) {
          for (std::size_t other = k; other < columns; ++other) {
            Places changed = chosen;
            changed[i] = order[other];
            CHECK(judged.passes(changed) == (x[chosen[i]] == x[order[other]]));
          }
        }
      }
    }
  }
}

TEST_CASE("NaN is the largest, NaNs are equal, and so are zeros") {
  Judged with_nan(1, 2, {1, no_number, infinite, -no_number, 5});
  CHECK(with_nan.passes({1, 3}));
  CHECK(with_nan.passes({3, 1}, {no_number, -no_number}));
  CHECK_FALSE(with_nan.passes({1, 2}));
  CHECK_FALSE(with_nan.passes({1, 3}, {no_number, infinite}));
  Judged more(1, 3, {1, no_number, infinite, -no_number, 5});
  CHECK(more.passes({2, 1, 3}));
  CHECK_FALSE(more.passes({4, 1, 3}));
  CHECK_FALSE(more.passes({2, 1, 4}));
  Judged zeros(1, 1, {-1, -0.0, 0.0});
  CHECK(zeros.passes({1}));
  CHECK(zeros.passes({2}));
  CHECK(zeros.passes({2}, {-0.0}));
  CHECK_FALSE(zeros.passes({0}));
  Judged lowest(1, 1, {-infinite, -infinite, -1e308});
  CHECK(lowest.passes({2}));
  CHECK_FALSE(lowest.passes({0}));
}

TEST_CASE("what is wrong with a choice is named with its row") {
  Judged judged(2, 2, {1, 2, 3, 4, 40, 30, 20, 10});
  const Places right{2, 3, 0, 1};
  CHECK(judged.passes(right));
  CHECK_FALSE(judged.passes({2, 3, 0, 4}, {3, 4, 40, 30}));
  CHECK(judged.host.failure == "the choice from row 1: place 1 is 4, but the row has 4 columns");
  CHECK_FALSE(judged.passes({2, 3, 0, 0}));
  CHECK(judged.host.failure ==
        "the choice from row 1: column 0 is chosen twice, the second time at 1");
  CHECK_FALSE(judged.passes({1, 3, 0, 1}));
  CHECK(judged.host.failure == "the choice from row 0: value 0 is 2, but 2 numbers are at least 3");
  CHECK_FALSE(judged.passes(right, {3, 4, 40, 30.5}));
  CHECK(judged.host.failure ==
        "the choice from row 1: value 1 is 30.5, but in column 1 there is 30");
  Judged ties(1, 2, {7, 7, 7, 9});
  CHECK(ties.passes({3, 1}));
  CHECK_FALSE(ties.passes({0, 1}));
  CHECK(ties.host.failure ==
        "the choice from row 0: 1 numbers are larger than 7, but only 0 of them are chosen");
}

TEST_CASE("the work is to read each number and to write what is chosen") {
  Judged judged(2, 3, std::vector<double>(8, 1.0));
  CHECK(judged.instance.work().bytes == 8 * 8 + 6 * 12);
}

TEST_CASE("matrices without elements, and a k that no row has, are refused by name") {
  const auto given = [](std::int64_t rows, std::int64_t columns, std::int64_t k) {
    return Given{
        {"rows", sdk::Value(rows)}, {"columns", sdk::Value(columns)}, {"k", sdk::Value(k)}};
  };
  CHECK_THAT(refusal(given(0, 5, 1)), contains("rows = 0"));
  CHECK_THAT(refusal(given(5, 0, 1)), contains("columns = 0"));
  CHECK_THAT(refusal(given(5, 100, 0)), contains("k is 0, but must be from 1 to 100"));
  CHECK_THAT(refusal(given(5, 100, 101)), contains("k is 101") && contains("number of columns"));
  CHECK_THAT(refusal(given(5, 5000, 1025)), contains("k is 1025, but must be from 1 to 1024"));
  const testing::TemporaryFile file("s.npy", testing::npy("<f8", "(3, 2)", std::vector<double>(6)));
  Given other_shape = given(2, 3, 1);
  other_shape.emplace("file", sdk::Value(file.path()));
  CHECK_THAT(refusal(other_shape), contains("(3, 2)") && contains("(2, 3)"));
}
