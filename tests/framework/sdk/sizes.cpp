#include "assay/sizes.hpp"

#include "tests/catch.hpp"

using namespace assay::sdk;

TEST_CASE("whole units hold all items and no unit too many") {
  for (const std::size_t unit : {1, 3, 64}) {
    for (std::size_t items = 0; items < 200; ++items) {
      CHECK(quotient_up(items, unit) * unit >= items);
      CHECK((items == 0 || (quotient_up(items, unit) - 1) * unit < items));
      CHECK(rounded_up(items, unit) == quotient_up(items, unit) * unit);
    }
  }
}
