// The reference of histogram/bins against whole numbers and against the edges of bins, and what is
// refused.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

using Given = std::map<std::string, assay::sdk::Value>;
using Counts = std::vector<std::uint32_t>;

// An instance, its numbers and the counts that are expected of it.
struct Counted {
  explicit Counted(const Given& given) : instance(host, *testing::plugin().problems[0], given) {
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    const assay_tensor& numbers = instance.inputs()[0];
    for (std::int64_t k = 0; k < numbers.shape[0]; ++k) {
      x.push_back(numbers.element == ASSAY_F64 ? static_cast<const double*>(numbers.data)[k]
                                               : static_cast<const float*>(numbers.data)[k]);
    }
    const assay_expectation& expectation = instance.reference()[0];
    REQUIRE(expectation.absolute == 0);
    REQUIRE(expectation.relative == 0);
    const auto* data = static_cast<const std::uint32_t*>(expectation.reference.data);
    counts = {data, data + expectation.reference.shape[0]};
  }

  testing::FakeHost host;
  testing::CreatedInstance instance;
  std::vector<double> x;
  Counts counts;
};

std::string refusal(const Given& given) {
  testing::FakeHost host;
  const testing::CreatedInstance refused(host, *testing::plugin().problems[0], given);
  CHECK(refused.status != ASSAY_OK);
  return host.failure;
}

}  // namespace

TEST_CASE(
    "numbers from a file are counted in their bins; those on an edge, in the bin that begins") {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const float below_high = std::nextafter(3.0F, 0.0F);
  const std::vector<float> in_file{-2,        -1.5F,         -1,     0,    0.99F,    1,
                                   2.5F,      below_high,    3,      4,    infinite, -infinite,
                                   -infinite, std::nanf(""), -2.01F, -0.0F};
  const testing::TemporaryFile file(
      "h.npy", testing::npy("<f4", "(" + std::to_string(in_file.size()) + ",)", in_file));
  const Given given{{"length", static_cast<std::int64_t>(in_file.size())},
                    {"bins", 5},
                    {"low", -2.0},
                    {"high", 3.0},
                    {"file", file.path()}};
  CHECK(Counted(given).counts == Counts{2, 1, 3, 1, 2});
  auto other = given;
  other.at("length") = 7;
  CHECK_THAT(refusal(other), contains(file.path()) && contains("(16)") && contains("(7)"));
}

TEST_CASE("the last bin takes what is rounded up to the number of bins") {
  const float low = -1e-3F;
  const float below_one = std::nextafter(1.0F, 0.0F);
  const testing::TemporaryFile file(
      "u.npy", testing::npy("<f4", "(2,)", std::vector<float>{below_one, low}));
  for (const std::int64_t bins : {1, 3, 1 << 20}) {
    const Counts counts = Counted({{"length", 2},
                                   {"bins", bins},
                                   {"low", static_cast<double>(low)},
                                   {"high", 1.0},
                                   {"file", file.path()}})
                              .counts;
    CHECK(counts.front() + (bins > 1 ? counts.back() : 0U) == 2U);
    CHECK(counts.back() == (bins > 1 ? 1U : 2U));
  }
}

TEST_CASE("as many numbers lie below each edge as the bins before it count") {
  for (const char* precision : {"float", "double"}) {
    for (const char* values : {"uniform", "normal", "wide", "few-distinct", "special"}) {
      for (const std::int64_t bins : {1, 7, 300}) {
        INFO(precision << ", " << values << ", " << bins << " bins");
        const Counted counted({{"length", 1501},
                               {"bins", bins},
                               {"precision", precision},
                               {"values", values},
                               {"low", -0.7},
                               {"high", 1.9}});
        // The operations of the definition are off by a few units in the last place of the range.
        const double digits = std::string(precision) == "float" ? 0x1p-23 : 0x1p-52;
        const double slack = 8 * digits * 2.6;
        std::uint32_t below = 0;
        for (std::int64_t edge = 1; edge <= bins; ++edge) {
          below += counted.counts[static_cast<std::size_t>(edge - 1)];
          const double at = -0.7 + 2.6 * static_cast<double>(edge) / static_cast<double>(bins);
          const auto surely = std::ranges::count_if(
              counted.x, [&](double x) { return x >= -0.7 + slack && x < at - slack; });
          const auto perhaps = std::ranges::count_if(
              counted.x, [&](double x) { return x >= -0.7 - slack && x < at + slack; });
          REQUIRE(below >= surely);
          REQUIRE(below <= perhaps);
        }
      }
    }
  }
}

TEST_CASE("an instance without numbers counts none") {
  const Counted counted({{"length", 0}, {"bins", 3}});
  CHECK(counted.x.empty());
  CHECK(counted.counts == Counts{0, 0, 0});
}

TEST_CASE("arguments that make no histogram are refused by name") {
  CHECK_THAT(refusal({{"length", -1}}), contains("length is 0 to 2^32 - 1"));
  CHECK_THAT(refusal({{"length", std::int64_t{1} << 32}}), contains("length is 0 to 2^32 - 1"));
  CHECK_THAT(refusal({{"bins", 0}}), contains("bins is 1 to 2^20"));
  CHECK_THAT(refusal({{"bins", (1 << 20) + 1}}), contains("bins is 1 to 2^20"));
  CHECK_THAT(refusal({{"low", 1.0}}), contains("low is below high"));
  CHECK_THAT(refusal({{"low", 1.0 - 1e-12}}), contains("once both are rounded"));
  CHECK_THAT(refusal({{"low", std::nan("")}}), contains("low is below high"));
  CHECK_THAT(refusal({{"high", 1e39}}), contains("choose other bounds"));
  CHECK_THAT(refusal({{"low", 0.0}, {"high", 1e-40}}), contains("choose other bounds"));
  CHECK_THAT(refusal({{"low", 0.0}, {"high", 1e-37}}), contains("choose other bounds"));
}
