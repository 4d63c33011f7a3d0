// Compares the generator with its authors' numbers, and what is drawn with it with expected
// frequencies.
#include "forest/library/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "forest/library/draws.hpp"
#include "tests/catch.hpp"

namespace {

// The number of standard deviations by which chi squared lies above its mean, if all `cells`
// outcomes are equally likely.
template <class Outcome>
double excess(const std::map<Outcome, int>& seen, double cells) {
  double all = 0;
  double squares = 0;
  for (const auto& [outcome, count] : seen) {
    all += count;
    squares += static_cast<double>(count) * count;
  }
  const double chi_squared = squares * cells / all - all;
  return (chi_squared - (cells - 1)) / std::sqrt(2 * (cells - 1));
}

std::array<std::uint32_t, 4> words(const forest::random_words& drawn) {
  return {drawn.word[0], drawn.word[1], drawn.word[2], drawn.word[3]};
}

}  // namespace

// Expected values are from Random123's file of known answers, philox4x32 with 10 rounds.
TEST_CASE("Philox gives the published numbers") {
  using Words = std::array<std::uint32_t, 4>;
  CHECK(words(forest::philox(0, 0, 0, 0, 0, 0)) ==
        Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  CHECK(words(forest::philox(ones, ones, ones, ones, ones, ones)) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(words(forest::philox(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822,
                             0x299f31d0)) == Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("bounded numbers stay below their bound and reach it") {
  CHECK(forest::random_below(0, 7) == 0);
  CHECK(forest::random_below(0xffffffffU, 7) == 6);
  CHECK(forest::random_below(0xffffffffU, 1) == 0);
  CHECK(forest::random_below(0xffffffffU, 0xffffffffU) == 0xfffffffeU);
}

TEST_CASE("keys of nodes differ from one another, thousands of edges deep") {
  std::set<std::uint64_t> keys;
  std::uint64_t left = ROOT_KEY;
  std::uint64_t right = ROOT_KEY;
  std::uint64_t both = ROOT_KEY;
  for (int depth = 0; depth < 5000; ++depth) {
    left = forest::child_key(left, false);
    right = forest::child_key(right, true);
    both = forest::child_key(both, depth % 3 == 0);
    keys.insert({left, right});
    if (depth > 1) keys.insert(both);
  }
  CHECK(keys.size() == 2 * 5000 + 4998);
}

TEST_CASE("the places of a node's attributes are a permutation of them") {
  for (const std::uint32_t attributes : {1U, 2U, 3U, 4U, 5U, 28U, 100U, 1025U}) {
    std::set<std::uint32_t> seen;
    for (std::uint32_t place = 0; place < attributes; ++place) {
      seen.insert(forest::attribute_at(5, 6, 7, attributes, place));
    }
    CHECK(seen.size() == attributes);
    CHECK(*seen.rbegin() == attributes - 1);
  }
}

TEST_CASE("every choice of attributes comes equally often") {
  // The numbers of attributes and of those tried, and the number of choices.
  using Choice = std::pair<std::pair<std::uint32_t, std::uint32_t>, double>;
  for (const auto& [shape, choices] :
       {Choice{{3, 2}, 3}, {{5, 2}, 10}, {{8, 3}, 56}, {{9, 3}, 84}, {{16, 4}, 1820}}) {
    std::map<std::vector<std::uint32_t>, int> seen;
    std::uint64_t key = 1;
    for (int node = 0; node < 100000; ++node) {
      key = forest::child_key(key, node % 2 == 0);
      std::vector<std::uint32_t> chosen;
      for (std::uint32_t place = 0; place < shape.second; ++place) {
        chosen.push_back(
            forest::attribute_at(1, static_cast<std::uint32_t>(node % 7), key, shape.first, place));
      }
      std::ranges::sort(chosen);
      ++seen[chosen];
    }
    INFO(shape.second << " of " << shape.first);
    CHECK(std::abs(excess(seen, choices)) < 5);
  }
}

TEST_CASE("batches of attributes are those of the permutation, node after node") {
  for (const std::uint32_t tried : {1U, 3U, 5U, 7U, 17U}) {
    forest::AttributeChoice choice({.attributes_tried = tried, .seed = 9}, 17);
    std::uint64_t key = 3;
    for (int node = 0; node < 50; ++node) {
      key = forest::child_key(key, true);
      choice.begin(2, key);
      const std::size_t batches = node % 4 == 0 ? 17 : node % 3;  // some nodes end early
      std::uint32_t place = 0;
      for (std::size_t batch = 0; batch < batches; ++batch) {
        std::set<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < tried && place < 17; ++k) {
          expected.insert(forest::attribute_at(9, 2, key, 17, place++));
        }
        const auto next = choice.next();
        CHECK(std::set<std::uint32_t>(next.begin(), next.end()) == expected);
      }
    }
  }
}

TEST_CASE("a bootstrap counts its draws, all samples equally likely") {
  forest::Settings settings{.bootstrap_size = 0};
  std::vector<std::uint32_t> times(11);
  forest::draw_bootstrap(settings, 4, times);
  CHECK(times == std::vector<std::uint32_t>(11, 1));

  settings.bootstrap_size = 100001;
  forest::draw_bootstrap(settings, 4, times);
  std::map<std::uint32_t, int> seen;
  for (std::uint32_t draw = 0; draw < settings.bootstrap_size; ++draw) {
    ++seen[forest::bootstrap_draw(settings.seed, 4, draw, 11)];
  }
  for (std::uint32_t sample = 0; sample < 11; ++sample) {
    CHECK(static_cast<int>(times[sample]) == seen[sample]);
  }
  CHECK(std::abs(excess(seen, 11)) < 4);
  const auto before = times;
  forest::draw_bootstrap(settings, 5, times);
  CHECK(times != before);
}

TEST_CASE("a stream's normal numbers have mean 0 and deviation 1") {
  forest::Stream stream(1, 2);
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < 20000; ++k) {
    const double x = stream.normal();
    sum += x;
    squares += x * x;
  }
  CHECK(std::abs(sum / 20000) < 0.03);
  CHECK(std::abs(squares / 20000 - 1) < 0.05);
}
