#include "framework/core/shares.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

namespace {

using Range = std::pair<std::size_t, std::size_t>;

std::vector<Range> shares_of(std::size_t total, std::size_t fewest, std::size_t threads) {
  std::vector<Range> shares;
  assay::share_out(
      total, fewest, [](std::size_t first, std::size_t last) { return Range(first, last); },
      [&](const Range& share) { shares.push_back(share); }, threads);
  return shares;
}

// The threads that take the shares of 0 .. total - 1.
std::vector<std::thread::id> takers_of(std::size_t total, std::size_t fewest, std::size_t threads) {
  std::vector<std::thread::id> takers;
  assay::share_out(
      total, fewest, [](std::size_t, std::size_t) { return std::this_thread::get_id(); },
      [&](std::thread::id taker) { takers.push_back(taker); }, threads);
  return takers;
}

// How many threads that called live_here() have not ended yet.
std::atomic<int> living = 0;

void live_here() {
  struct Life {
    Life() { ++living; }
    ~Life() { --living; }
  };
  static thread_local const Life life;
}

}  // namespace

TEST_CASE("shares follow each other from 0 to the end, each of at least the fewest") {
  const std::size_t threads = GENERATE(std::size_t{0}, 1U, 2U, 3U, 7U, 100U);
  for (const std::size_t total : {0, 1, 7, 8, 9, 63, 64, 1000, 4096, 100'001}) {
    const auto shares = shares_of(total, 8, threads);
    CAPTURE(total, shares.size());
    REQUIRE_FALSE(shares.empty());
    CHECK(shares.front().first == 0);
    CHECK(shares.back().second == total);
    for (std::size_t k = 1; k < shares.size(); ++k) {
      CHECK(shares[k].first == shares[k - 1].second);
      CHECK(shares[k].first % 8 == 0);
      CHECK(shares[k].first - shares[k - 1].first >= 8);
    }
    CHECK(shares.size() == std::max<std::size_t>(1, std::min(threads, total / 8)));
  }
}

TEST_CASE("work that returns nothing is done in the same shares") {
  std::vector<std::atomic<int>> done(1000);
  assay::do_in_shares(
      done.size(), 8,
      [&](std::size_t first, std::size_t last) {
        for (; first < last; ++first) ++done[first];
      },
      3);
  CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
}

TEST_CASE("the calling thread takes the first share, and little work alone") {
  const auto self = std::this_thread::get_id();
  CHECK(takers_of(15, 8, 7) == std::vector{self});
  CHECK(takers_of(1000, 8, 1) == std::vector{self});
  const auto takers = takers_of(1000, 8, 3);
  REQUIRE(takers.size() == 3);
  CHECK(takers[0] == self);
  CHECK(takers[1] != self);
  CHECK(takers[2] != self);
}

TEST_CASE("threads have ended when the work is done, and when it was given up") {
  live_here();
  const auto work = [](std::size_t first, std::size_t) {
    live_here();
    if (first > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 0;
  };
  const auto fail = [&](std::size_t first, std::size_t last) {
    if (first == 0) throw std::runtime_error("wrong");
    return work(first, last);
  };
  for (int k = 0; k < 20; ++k) {
    assay::share_out(
        1000, 8, work, [](int) {}, 7);
    CHECK(living == 1);
    CHECK_THROWS_AS(assay::share_out(
                        1000, 8, fail, [](int) {}, 7),
                    std::runtime_error);
    CHECK(living == 1);
  }
}

TEST_CASE("what one share throws is thrown, whichever it is") {
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{999}}) {
    const auto work = [&](std::size_t first, std::size_t last) {
      if (first <= wrong && wrong < last) throw std::runtime_error("wrong");
      return 0;
    };
    CHECK_THROWS_AS(assay::share_out(
                        1000, 1, work, [](int) {}, 7),
                    std::runtime_error);
  }
}
