#include "framework/measure/pair_order.hpp"

#include <algorithm>
#include <map>

#include "tests/catch.hpp"

using namespace assay;

namespace {

TEST_CASE("each build goes first in half of a block's pairs, in every order equally often") {
  Random random(1);
  std::map<std::vector<bool>, int> orders;
  constexpr int repetitions = 6000;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto order = random_pair_order(4, random);
    CHECK(std::count(order.begin(), order.end(), true) == 2);
    ++orders[order];
  }
  CHECK(orders.size() == 6);
  for (const auto& [order, count] : orders) CHECK(count == Approx(repetitions / 6).epsilon(0.15));
}

TEST_CASE("the odd pair out is drawn") {
  Random random(2);
  int baseline_more = 0;
  for (int repetition = 0; repetition < 1000; ++repetition) {
    const auto order = random_pair_order(5, random);
    const auto first = std::count(order.begin(), order.end(), true);
    CHECK((first == 2 || first == 3));
    baseline_more += first == 3 ? 1 : 0;
  }
  CHECK(baseline_more == Approx(500).margin(60));
  CHECK(random_pair_order(0, random).empty());
  CHECK(random_pair_order(1, random).size() == 1);
}

TEST_CASE("draws are the same everywhere, and distributed as they say") {
  Random random(1);
  // The number comes from std::mt19937_64, which the standard fixes.
  CHECK(Random(5489).below(10) == 14514284786278117030U % 10);
  double sum = 0;
  double squares = 0;
  double waiting = 0;
  constexpr int count = 40000;
  for (int draw = 0; draw < count; ++draw) {
    const double normal = random.normal();
    sum += normal;
    squares += normal * normal;
    waiting += random.exponential();
    const double uniform = random.uniform();
    CHECK((uniform >= 0 && uniform < 1));
  }
  CHECK(sum / count == Approx(0).margin(0.02));
  CHECK(squares / count == Approx(1).margin(0.03));
  CHECK(waiting / count == Approx(1).margin(0.03));
}

}  // namespace
