#include "framework/core/sample.hpp"

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("samples of a warm-up and retaken ones do not count") {
  CHECK(Sample{}.counts());
  CHECK_FALSE(Sample{1, 0, true, {}}.counts());
  Sample slowed;
  slowed.slowed = Slowed::kept;
  CHECK(slowed.counts());
  slowed.slowed = Slowed::retaken;
  CHECK_FALSE(slowed.counts());
  for (const auto each : {Slowed::no, Slowed::retaken, Slowed::kept}) {
    CHECK(slowed_from(to_string(each)) == each);
  }
}
