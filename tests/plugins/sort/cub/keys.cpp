#include "plugins/sort/cub/keys.hpp"

#include <limits>
#include <vector>

#include "tests/catch.hpp"

using sorting::cub_peers::require_plain;

TEST_CASE("floats that CUB orders as declared are let through") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK_NOTHROW(require_plain(std::vector<float>{}));
  CHECK_NOTHROW(require_plain(std::vector<float>{-infinity, -1e-45F, 0, 1e-45F, 7, infinity}));
}

TEST_CASE("floats that CUB orders otherwise are refused by their place") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(require_plain(std::vector<float>{1, -0.0F}), contains("key 1 is -0"));
  CHECK_THROWS_WITH(require_plain(std::vector<float>{nan, 1}), contains("key 0 is NaN"));
  CHECK_THROWS_WITH(require_plain(std::vector<float>{1, 2, -nan}), contains("key 2 is NaN"));
}
