#include "framework/core/trial.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

TrialResult full_result() {
  TrialResult result;
  result.status = TrialStatus::wrong_output;
  result.message = "first at index 3";
  result.verification_error = infinite;
  result.stop = StopReason::raced;
  result.compile_seconds = 1;
  result.prepare_seconds = 0.1;
  result.verify_seconds = 1e-9;
  result.verified = {1, 7, 3};
  result.agrees_with = "naive.opencl";
  result.samples = {{0.5, 0.25, true, {}},
                    {0.3, 0, false, {{"kernel", 0.2, 0.1}, {"download", 0.05, 0}}}};
  result.samples[0].slowed = Slowed::retaken;
  result.samples[1].energy = {7, 0.3, 1e6, 1e6 + 21};
  result.samples[1].clock_mhz = 1755;
  result.facts = {{"launches", 3, ""}, {"ratio", std::nan(""), "1"}, {"bytes", -infinite, "B"}};
  return result;
}

nlohmann::json through_text(const nlohmann::json& json) {
  return nlohmann::json::parse(json.dump());
}

}  // namespace

TEST_CASE("every reason to stop has a name that reads back") {
  for (const auto reason : {StopReason::precise, StopReason::budget, StopReason::raced}) {
    CHECK(stop_reason_from(to_string(reason)) == reason);
  }
  CHECK(to_string(StopReason::raced) == std::string("raced"));
  CHECK_THROWS_AS(stop_reason_from(""), Error);
}

TEST_CASE("a trial result survives JSON, NaN and infinity included") {
  const auto before = full_result();
  const auto after = trial_result_from_json(through_text(to_json(before)));
  CHECK(after.status == before.status);
  CHECK(after.message == before.message);
  CHECK(after.verification_error == before.verification_error);
  CHECK(after.stop == before.stop);
  CHECK(after.compile_seconds == before.compile_seconds);
  CHECK(after.prepare_seconds == before.prepare_seconds);
  CHECK(after.verify_seconds == before.verify_seconds);
  CHECK(after.verified.in_full == 1);
  CHECK(after.verified.by_digest == 7);
  CHECK(after.verified.unverified == 3);
  CHECK(after.agrees_with == "naive.opencl");
  REQUIRE(after.samples.size() == 2);
  CHECK(after.samples[0].warm_up);
  CHECK(after.samples[0].device_seconds == 0.25);
  CHECK_FALSE(after.samples[1].warm_up);
  CHECK(after.samples[1].seconds == 0.3);
  CHECK(after.samples[0].slowed == Slowed::retaken);
  CHECK_FALSE(after.samples[0].energy);
  CHECK_FALSE(after.samples[0].clock_mhz);
  CHECK(after.samples[1].slowed == Slowed::no);
  CHECK(after.samples[1].clock_mhz == 1755);
  REQUIRE(after.samples[1].energy);
  CHECK(after.samples[1].energy->runs == 7);
  CHECK(after.samples[1].energy->seconds == 0.3);
  CHECK(after.samples[1].energy->joules_per_run() == 3);
  REQUIRE(after.samples[1].phases.size() == 2);
  CHECK(after.samples[1].phases[0].name == "kernel");
  CHECK(after.samples[1].phases[0].host_seconds == 0.2);
  CHECK(after.samples[1].phases[0].device_seconds == 0.1);
  REQUIRE(after.facts.size() == 3);
  CHECK(after.facts[0].name == "launches");
  CHECK(std::isnan(after.facts[1].value));
  CHECK(after.facts[2].value == -infinite);
  CHECK(after.facts[2].unit == "B");
  // A field that either direction forgets would make the texts differ.
  CHECK(to_json(after) == to_json(before));
}

TEST_CASE("an absent verification error stays absent") {
  CHECK_FALSE(trial_result_from_json(to_json(TrialResult{})).verification_error.has_value());
}

TEST_CASE("JSON that lacks or mistypes any member is refused as another protocol's") {
  const auto good = to_json(full_result());
  for (const auto& [key, value] : good.items()) {
    auto lacking = good;
    lacking.erase(key);
    CHECK_THROWS_AS(trial_result_from_json(lacking), Error);
    auto mistyped = good;
    mistyped[key] = nlohmann::json::object();
    CHECK_THROWS_AS(trial_result_from_json(mistyped), Error);
  }
  for (const char* text : {"null", "[]", "1", "\"x\""}) {
    CHECK_THROWS_AS(trial_result_from_json(nlohmann::json::parse(text)), Error);
  }
}
