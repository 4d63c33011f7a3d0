#include "framework/protocol/protocol.hpp"

#include "tests/catch.hpp"

using namespace assay;
using nlohmann::json;

TEST_CASE("the variants of a request are named with their builds, or it is refused") {
  CHECK(protocol::variants_of(json::object()).empty());
  const json both = {
      {"variant", "v"}, {"build", "b"}, {"candidate", {{"variant", "w"}, {"build", "c"}}}};
  CHECK(protocol::variants_of(both) ==
        std::vector<std::pair<std::string, std::string>>{{"v", "b"}, {"w", "c"}});
  CHECK_THROWS_AS(protocol::variants_of({{"variant", "v"}}), json::exception);
  CHECK_THROWS_AS(protocol::variants_of({{"candidate", {{"build", "c"}}}}), json::exception);
}
