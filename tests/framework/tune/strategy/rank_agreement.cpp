#include "framework/tune/strategy/rank_agreement.hpp"

#include <limits>

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("what is believed counts as much as six pairs") {
  RankAgreement right;
  CHECK(right.value(0.5) == Approx(0.5));
  for (int k = 0; k < 5; ++k) right.add(k, 10 + k * k);
  CHECK(right.value(0.5) == Approx((6 * 0.5 + 10) / 16));
  RankAgreement wrong;
  for (int k = 0; k < 5; ++k) wrong.add(k, -k);
  CHECK(wrong.value(0.5) == Approx((6 * 0.5 - 10) / 16));
}

TEST_CASE("failures are the worst, and two of them are tied") {
  constexpr double failed = std::numeric_limits<double>::infinity();
  RankAgreement agreement;
  agreement.add(1, failed);
  agreement.add(2, failed);
  CHECK(agreement.value(0.5) == Approx(0.5));
  agreement.add(0, 3);  // better than both, as predicted
  CHECK(agreement.value(0.5) == Approx((6 * 0.5 + 2) / 8));
}

TEST_CASE("ties in predictions count for nothing") {
  RankAgreement agreement;
  agreement.add(1, 1);
  agreement.add(1, 2);
  CHECK(agreement.value(0) == 0);
}

TEST_CASE("odds over chance are nothing for what ranks no better than chance, and bounded") {
  CHECK(odds_over_chance(0) == 0);
  CHECK(odds_over_chance(-0.7) == 0);
  CHECK(odds_over_chance(0.5) == Approx(2));
  CHECK(odds_over_chance(0.8) == Approx(8));
  CHECK(odds_over_chance(1) < 50);
}
