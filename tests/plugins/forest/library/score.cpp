// Compares scores with exact fractions and logarithms.
#include "forest/library/score.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "forest/library/settings.hpp"
#include "tests/catch.hpp"

using forest::CountTable;

TEST_CASE("the table of c log2 c agrees with the logarithm of the library") {
  const CountTable table(100000);
  CHECK(table[0] == 0);
  CHECK(table[1] == 0);
  CHECK(table[2] == std::int64_t{2} << CountTable::places);
  CHECK(table[65536] == std::int64_t{65536 * 16} << CountTable::places);
  for (std::uint32_t c = 1; c <= 100000; c += c / 50 + 1) {
    const long double exact =
        c * std::log2(static_cast<long double>(c)) * std::ldexp(1.0L, CountTable::places);
    const long double below = exact - static_cast<long double>(table[c]);
    CHECK(below > -0.01L * c);  // squares that are cut off make the last bits inexact
    CHECK(below < 1.01L * c);
  }
}

TEST_CASE("sums stay within 64 bits up to the most draws that are let in") {
  const long double n = forest::most_draws;
  CHECK(n * n * n / 4 < 0x1p64L);
  CHECK(n * std::log2(n) * std::ldexp(1.0L, CountTable::places) < 0x1p63L);
}

namespace {

struct Sides {
  std::vector<std::uint32_t> all;
  std::vector<std::uint32_t> left;  // the part of them on the left
};

Sides random_sides(std::mt19937& random, std::uint32_t most) {
  Sides sides;
  for (std::size_t label = 0; label < 1 + random() % 6; ++label) {
    sides.all.push_back(static_cast<std::uint32_t>(random()) % most + 1);
    sides.left.push_back(static_cast<std::uint32_t>(random()) % (sides.all.back() + 1));
  }
  return sides;
}

std::uint32_t sum(const std::vector<std::uint32_t>& counts) {
  std::uint32_t all = 0;
  for (const std::uint32_t count : counts) all += count;
  return all;
}

// The score after the draws of each label on the left have moved there in two steps.
template <class Scan>
typename Scan::Score scanned(const CountTable& table, const Sides& sides) {
  std::vector<std::uint32_t> left(sides.all.size());
  Scan scan(table, sides.all, left, sum(sides.all));
  std::int64_t begin = 0;
  for (const std::uint32_t count : sides.all) begin += Scan::sum(table, count);
  scan.begin(begin);
  for (std::uint32_t label = 0; label < left.size(); ++label) {
    const std::uint32_t first = sides.left[label] / 3;
    scan.move(label, first);
    scan.move(label, sides.left[label] - first);
  }
  return scan.score();
}

}  // namespace

TEST_CASE("Gini's fraction is that of its definition") {
  const CountTable table(1);
  std::mt19937 random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const Sides sides = random_sides(random, 600000);
    const auto score = scanned<forest::GiniScan>(table, sides);
    const long double on_left = sum(sides.left);
    const long double on_right = sum(sides.all) - on_left;
    if (on_left == 0 || on_right == 0) continue;
    long double expected = 0;
    for (std::size_t label = 0; label < sides.all.size(); ++label) {
      const long double l = sides.left[label];
      const long double r = sides.all[label] - l;
      expected += l * l / on_left + r * r / on_right;
    }
    const auto found =
        static_cast<long double>(score.numerator) / static_cast<long double>(score.denominator);
    CHECK(std::abs(found / expected - 1) < 1e-15L);
  }
}

TEST_CASE("fractions of Gini are compared exactly") {
  using Score = forest::GiniScan::Score;
  constexpr std::uint64_t big = (std::uint64_t{1} << 42) - 3;
  const Score a{big * 4 + 1, big};
  const Score b{big * 4, big};
  CHECK(forest::GiniScan::better(a, b));
  CHECK_FALSE(forest::GiniScan::better(b, a));
  CHECK_FALSE(forest::GiniScan::better({2, 6}, {1, 3}));
  CHECK_FALSE(forest::GiniScan::better({1, 3}, {2, 6}));
}

TEST_CASE("entropy's score is the sides' entropy times their draws") {
  const CountTable table(2000 * 7);
  std::mt19937 random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const Sides sides = random_sides(random, 2000);
    const std::uint32_t on_left = sum(sides.left);
    const std::uint32_t on_right = sum(sides.all) - on_left;
    long double expected = 0;
    for (std::size_t label = 0; label < sides.all.size(); ++label) {
      const std::uint32_t right = sides.all[label] - sides.left[label];
      if (sides.left[label] > 0) {
        expected -=
            sides.left[label] * std::log2(static_cast<long double>(sides.left[label]) / on_left);
      }
      if (right > 0) expected -= right * std::log2(static_cast<long double>(right) / on_right);
    }
    const auto found = static_cast<long double>(scanned<forest::EntropyScan>(table, sides));
    CHECK(std::abs(std::ldexp(found, -CountTable::places) - expected) < 1e-5L);
  }
}
