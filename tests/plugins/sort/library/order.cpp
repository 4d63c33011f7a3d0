#include "plugins/sort/library/order.hpp"

#include <random>

#include "tests/catch.hpp"
#define PLUGIN_FILE ""
#include "tests/plugins/sort/cases.hpp"

using sorting::bits_of_rank;
using sorting::key_of;
using sorting::rank_of;
using sorting::rank_of_bits;

TEST_CASE("ranks are the declared order") {
  std::mt19937 random(1);
  auto keys = testing::hostile_keys();
  for (int k = 0; k < 300; ++k)
    keys.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  for (const float& a : keys) {
    for (const float& b : keys) {
      CHECK((rank_of(a) < rank_of(b)) == testing::declared_less(a, b));
    }
  }
}

TEST_CASE("a key can be had back from its rank, bit by bit") {
  for (std::uint64_t bits = 0; bits <= 0xffffffffU; bits += 65521) {
    const auto pattern = static_cast<std::uint32_t>(bits);
    REQUIRE(bits_of_rank(rank_of_bits(pattern)) == pattern);
  }
  for (const float& key : testing::hostile_keys()) {
    CHECK(std::bit_cast<std::uint32_t>(key_of(rank_of(key))) == std::bit_cast<std::uint32_t>(key));
  }
}

TEST_CASE("-inf comes first and the negative NaNs last") {
  CHECK(rank_of_bits(0xff800000U) == 0);
  CHECK(rank_of_bits(0xff800001U) == 0xffffffffU);
}
