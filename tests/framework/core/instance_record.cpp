#include "framework/core/instance_record.hpp"

#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("an instance survives JSON") {
  InstanceRecord before;
  before.problem = "saxpy";
  before.arguments = {{"n", std::int64_t{1000}}, {"a", 0.5}};
  before.input_digest = "0123456789abcdef";
  before.work = {2000, 12000, true};
  before.facts = {{"points", 7, "points"}};
  before.create_seconds = 0.25;
  before.inputs = {{"x", 1, {4, 2}, {2, 1}}};
  const auto after = instance_from_json(nlohmann::json::parse(to_json(before).dump()));
  CHECK(after.problem == before.problem);
  CHECK(after.arguments == before.arguments);
  CHECK(after.input_digest == before.input_digest);
  CHECK(after.work.flops == 2000);
  CHECK(after.work.bytes == 12000);
  CHECK(after.work.double_precision);
  REQUIRE(after.facts.size() == 1);
  CHECK(after.facts[0].unit == "points");
  CHECK(after.create_seconds == 0.25);
  REQUIRE(after.inputs.size() == 1);
  CHECK(after.inputs[0].stride == std::vector<std::int64_t>{2, 1});
  // A field that either direction forgets would make the texts differ.
  CHECK(to_json(after) == to_json(before));
}

TEST_CASE("JSON of another shape is no instance") {
  for (const char* text : {"null", "[]", "1", "\"x\"", "{}"}) {
    CHECK_THROWS_AS(instance_from_json(nlohmann::json::parse(text)), Error);
  }
}
