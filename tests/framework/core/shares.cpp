#include "framework/core/shares.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

namespace {

using Range = std::pair<std::size_t, std::size_t>;

std::vector<Range> shares_of(std::size_t total, std::size_t fewest) {
  std::vector<Range> shares;
  assay::share_out(
      total, fewest, [](std::size_t first, std::size_t last) { return Range(first, last); },
      [&](const Range& share) { shares.push_back(share); });
  return shares;
}

}  // namespace

TEST_CASE("shares follow each other from 0 to the end, each of at least the fewest") {
  for (const std::size_t total : {0, 1, 7, 8, 9, 63, 64, 1000, 4096, 100'001}) {
    const auto shares = shares_of(total, 8);
    CAPTURE(total, shares.size());
    REQUIRE_FALSE(shares.empty());
    CHECK(shares.front().first == 0);
    CHECK(shares.back().second == total);
    for (std::size_t k = 1; k < shares.size(); ++k) {
      CHECK(shares[k].first == shares[k - 1].second);
      CHECK(shares[k].first % 8 == 0);
      CHECK(shares[k].first - shares[k - 1].first >= 8);
    }
    if (total < 16) CHECK(shares.size() == 1);
  }
}

TEST_CASE("what one share throws is thrown, whichever it is") {
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{999}}) {
    const auto work = [&](std::size_t first, std::size_t last) {
      if (first <= wrong && wrong < last) throw std::runtime_error("wrong");
      return 0;
    };
    CHECK_THROWS_AS(assay::share_out(1000, 1, work, [](int) {}), std::runtime_error);
  }
}
