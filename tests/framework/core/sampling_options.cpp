#include "framework/core/sampling_options.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("sampling options survive JSON") {
  SamplingOptions before;
  before.confidence = 0.99;
  before.relative_width = 0.5;
  before.min_samples = 3;
  before.max_samples = 4'000'000'000U;
  before.max_seconds = std::numeric_limits<double>::infinity();
  before.race_limit = 0.125;
  before.cache = CacheMode::cold;
  const auto after = sampling_from_json(nlohmann::json::parse(to_json(before).dump()));
  CHECK(after.confidence == 0.99);
  CHECK(after.relative_width == 0.5);
  CHECK(after.min_samples == 3);
  CHECK(after.max_samples == 4'000'000'000U);
  CHECK(after.max_seconds == std::numeric_limits<double>::infinity());
  CHECK(after.race_limit == 0.125);
  CHECK(after.cache == CacheMode::cold);
  CHECK_FALSE(sampling_from_json(to_json(SamplingOptions{})).race_limit.has_value());
}

TEST_CASE("JSON of another shape is no set of sampling options") {
  for (const char* text : {"null", "[]", "1", "\"x\"", "{}"}) {
    CHECK_THROWS_AS(sampling_from_json(nlohmann::json::parse(text)), Error);
  }
}
