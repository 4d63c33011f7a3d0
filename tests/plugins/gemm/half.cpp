// Halves of all values as floats.
#include <bit>
#include <cmath>
#include <cstdint>

#include "gemm/half.hpp"
#include "tests/catch.hpp"

TEST_CASE("every half is the float of its value") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = gemm::Half::of_bits(static_cast<std::uint16_t>(bits));
    const auto right = static_cast<float>(half);
    const float widened = gemm::widened(half);
    if (std::isnan(right)) {
      REQUIRE(std::isnan(widened));
    } else {
      REQUIRE(std::bit_cast<std::uint32_t>(widened) == std::bit_cast<std::uint32_t>(right));
    }
  }
}
