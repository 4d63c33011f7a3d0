// Compares the scores and candidates of device code with the library's.
#include "forest/library/score.hpp"

#include <array>
#include <random>
#include <vector>

#include "forest/library/settings.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/kernels/score_of_either.hpp"

namespace {

using forest::CountTable;

// Draws of each label in a node and the part of them on the left.
struct Cut {
  std::vector<std::uint32_t> all;
  std::vector<std::uint32_t> left;

  [[nodiscard]] std::uint32_t draws() const { return sum(all); }
  [[nodiscard]] std::uint32_t left_draws() const { return sum(left); }
  static std::uint32_t sum(const std::vector<std::uint32_t>& counts) {
    std::uint32_t total = 0;
    for (const std::uint32_t count : counts) total += count;
    return total;
  }
};

Cut random_cut(std::mt19937& random, std::uint32_t most) {
  Cut cut;
  do {
    cut = {};
    for (std::size_t label = 0; label < 1 + random() % 6; ++label) {
      cut.all.push_back(static_cast<std::uint32_t>(random()) % most + 1);
      cut.left.push_back(static_cast<std::uint32_t>(random()) % (cut.all.back() + 1));
    }
  } while (cut.left_draws() == 0 || cut.left_draws() == cut.draws());
  return cut;
}

template <class Scan>
typename Scan::Score expected(const CountTable& table, const Cut& cut) {
  std::vector<std::uint32_t> left(cut.all.size());
  Scan scan(table, cut.all, left, cut.draws());
  std::int64_t begin = 0;
  for (const std::uint32_t count : cut.all) begin += Scan::sum(table, count);
  scan.begin(begin);
  for (std::uint32_t label = 0; label < left.size(); ++label) scan.move(label, cut.left[label]);
  return scan.score();
}

std::vector<forest::ulong> terms(const CountTable& table) {
  return {table.values().begin(), table.values().end()};
}

// The kernels' score from the sums of both sides: the left sum is made of gains of two steps, the
// right one subtracts the gains of the moved draws from the whole.
#define SCORE_OF(criterion, table, cut)                                \
  [&] {                                                                \
    forest::ulong left = 0;                                            \
    forest::ulong right = 0;                                           \
    for (std::size_t label = 0; label < (cut).all.size(); ++label) {   \
      const std::uint32_t all = (cut).all[label];                      \
      const std::uint32_t moved = (cut).left[label];                   \
      const std::uint32_t first = moved / 3;                           \
      left += criterion::label_gain(table, 0, first);                  \
      left += criterion::label_gain(table, first, moved - first);      \
      right += criterion::label_term(table, all);                      \
      right -= criterion::label_gain(table, all - moved, moved);       \
    }                                                                  \
    return criterion::score_of(table, left, right, (cut).left_draws(), \
                               (cut).draws() - (cut).left_draws());    \
  }()

constexpr int sign(bool first, bool second) { return first ? 1 : second ? -1 : 0; }

}  // namespace

TEST_CASE("device scores are the library's and are ordered as they are") {
  std::mt19937 random(5);
  for (const std::uint32_t most : {3U, 40U, forest::most_draws / 6}) {
    const CountTable table(most * 6 > 4000 ? 1 : most * 6);
    const auto values = terms(table);
    for (int trial = 0; trial < 2000; ++trial) {
      const Cut a = random_cut(random, most);
      const Cut b = random_cut(random, most);
      const auto gini_a = SCORE_OF(gini, values.data(), a);
      const auto gini_b = SCORE_OF(gini, values.data(), b);
      const auto right_a = expected<forest::GiniScan>(table, a);
      const auto right_b = expected<forest::GiniScan>(table, b);
      CHECK(gini_a.numerator == right_a.numerator);
      CHECK(gini_a.denominator == right_a.denominator);
      CHECK(gini::compare_scores(gini_a, gini_b) ==
            sign(forest::GiniScan::better(right_a, right_b),
                 forest::GiniScan::better(right_b, right_a)));
    }
  }
}

TEST_CASE("device scores of entropy are the library's and are ordered as they are") {
  std::mt19937 random(6);
  const CountTable table(6000);
  const auto values = terms(table);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::uint32_t most = trial % 2 == 0 ? 4 : 1000;
    const Cut a = random_cut(random, most);
    const Cut b = random_cut(random, most);
    const auto entropy_a = SCORE_OF(entropy, values.data(), a);
    const auto entropy_b = SCORE_OF(entropy, values.data(), b);
    const auto right_a = expected<forest::EntropyScan>(table, a);
    const auto right_b = expected<forest::EntropyScan>(table, b);
    CHECK(static_cast<std::int64_t>(entropy_a.value) == right_a);
    CHECK(entropy::compare_scores(entropy_a, entropy_b) ==
          sign(forest::EntropyScan::better(right_a, right_b),
               forest::EntropyScan::better(right_b, right_a)));
  }
}

TEST_CASE("products of 128 bits decide between fractions that are nearly equal") {
  constexpr forest::ulong big = (forest::ulong{1} << 42) - 3;
  const gini::score_t greater{big * 4 + 1, big};
  const gini::score_t less{big * 4, big};
  CHECK(gini::compare_scores(greater, less) > 0);
  CHECK(gini::compare_scores(less, greater) < 0);
  CHECK(gini::compare_scores({2, 6}, {1, 3}) == 0);
}

TEST_CASE("of equal scores the lower attribute wins, then the lower cut, and none always loses") {
  const gini::candidate_t first{{2, 6}, 3, 5, 6, 1};
  const std::array worse{gini::candidate_t{{1, 3}, 4, 0, 1, 1},
                         gini::candidate_t{{1, 3}, 3, 6, 7, 1},
                         gini::candidate_t{{1, 4}, 0, 0, 1, 1}, gini::no_candidate()};
  for (const auto& other : worse) {
    CHECK(gini::is_better(first, other));
    CHECK_FALSE(gini::is_better(other, first));
  }
  CHECK_FALSE(gini::is_better(first, first));
  CHECK_FALSE(gini::is_better(gini::no_candidate(), gini::no_candidate()));
  const entropy::candidate_t low{{7}, 2, 1, 2, 1};
  CHECK(entropy::is_better(low, entropy::candidate_t{{8}, 1, 1, 2, 1}));
  CHECK(entropy::is_better(low, entropy::no_candidate()));
}
