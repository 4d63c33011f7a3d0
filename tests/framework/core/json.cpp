#include "framework/core/json.hpp"

#include <string>

#include "tests/catch.hpp"

namespace {

using namespace assay;
using nlohmann::json;

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEST_CASE("JSON as deep as any message is parsed, deeper is refused with its place") {
  CHECK(parse_json(nested(deepest_json)) == json::parse(nested(deepest_json)));
  CHECK_THROWS_WITH(parse_json(nested(deepest_json + 1)), contains("levels at byte 100"));
  CHECK_THROWS_WITH(parse_json("{\"a\":" + nested(5'000'000) + "}"), contains("levels at byte"));
  CHECK(parse_json_or_discard(std::string(20'000'000, '[')).is_discarded());
  std::string objects;
  for (int level = 0; level < 200; ++level) objects += "{\"a\":";
  CHECK(parse_json_or_discard(objects).is_discarded());
}

TEST_CASE("brackets in texts nest nothing, and closed ones no longer") {
  const std::string brackets(1000, '[');
  CHECK(parse_json("[\"" + brackets + "\"]").at(0) == brackets);
  CHECK(parse_json("[\"\\\"" + brackets + "\\\\\"]").at(0) == "\"" + brackets + "\\");
  std::string wide = "[0";
  for (int k = 0; k < 1000; ++k) wide += ",[[]]";
  CHECK(parse_json(wide + "]").size() == 1001);
}

TEST_CASE("JSON of more values than memory is meant for is refused before any is made") {
  std::string text = "[";
  for (std::size_t k = 0; k < most_json_values; ++k) text += "0,";
  CHECK_THROWS_WITH(parse_json(text + "0]"), contains("values at byte"));
  CHECK(parse_json_or_discard(text + "0]").is_discarded());
}

TEST_CASE("what is not JSON is told as ever, or discarded") {
  for (const char* text : {"", "[", "]", "]]]]", "\"", "\"\\", "{\"a\"}", "[1,]", "nul"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_json(text), json::parse_error);
    CHECK(parse_json_or_discard(text).is_discarded());
  }
  CHECK(parse_json_or_discard(" {\"a\": 1} ").at("a") == 1);
}
