// Tests of which part of a record chooses the configuration and which part gives its level.
#include "framework/guard/recorded_result.hpp"

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

Bindings tile(std::int64_t value) { return {{"tile", value}}; }

TEST_CASE("of one configuration nothing was chosen: all of it tells the level") {
  const RecordedResult result = choose_recorded({{tile(1), {}, {3, 1, 2}}});
  CHECK(result.log_times == std::vector<double>{3, 1, 2});
  CHECK(result.configurations == 1);
}

TEST_CASE("a search that met all of them chooses, and all that came after it tells the level") {
  const RecordedResult result =
      choose_recorded({{tile(1), {5}, {1, 1, 1}}, {tile(2), {4}, {2, 3, 9}}});
  CHECK(result.configuration == tile(2));
  CHECK(result.log_times == std::vector<double>{2, 3, 9});
  CHECK(result.configurations == 2);
}

TEST_CASE("without that every other process chooses, and the larger half tells the level") {
  const RecordedResult result =
      choose_recorded({{tile(1), {5}, {1, 7, 1, 7, 1}}, {tile(2), {}, {8, 6, 8, 6, 9}}});
  CHECK(result.configuration == tile(2));
  CHECK(result.log_times == std::vector<double>{8, 8, 9});
}

TEST_CASE("what met one process only is chosen if nothing else is there, and has no level") {
  CHECK(choose_recorded({{tile(1), {}, {1}}, {tile(2), {}, {5, 5, 5}}}).configuration == tile(2));
  CHECK(choose_recorded({{tile(2), {}, {5, 5, 5}}, {tile(1), {}, {1}}}).configuration == tile(2));
  const RecordedResult lucky = choose_recorded({{tile(1), {}, {2}}, {tile(2), {}, {1}}});
  CHECK(lucky.configuration == tile(2));
  CHECK(lucky.log_times.empty());
}

}  // namespace
