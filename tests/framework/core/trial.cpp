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

TEST_CASE("every trial status has a name that reads back") {
  for (int k = 0; k <= static_cast<int>(TrialStatus::error); ++k) {
    const auto status = static_cast<TrialStatus>(k);
    CHECK(trial_status_from(to_string(status)) == status);
  }
  CHECK(to_string(TrialStatus::ok) == std::string("ok"));
  CHECK(to_string(TrialStatus::compile_error) == std::string("compile-error"));
  CHECK(to_string(TrialStatus::error) == std::string("error"));
  CHECK_THROWS_WITH(trial_status_from("timeuot"), contains("did you mean 'timeout'?"));
}

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

TEST_CASE("an instance survives JSON") {
  InstanceRecord before;
  before.problem = "saxpy";
  before.arguments = {{"n", std::int64_t{1000}}, {"a", 0.5}};
  before.input_digest = "0123456789abcdef";
  before.work = {2000, 12000, true};
  before.facts = {{"points", 7, "points"}};
  before.create_seconds = 0.25;
  const auto after = instance_from_json(through_text(to_json(before)));
  CHECK(after.problem == before.problem);
  CHECK(after.arguments == before.arguments);
  CHECK(after.input_digest == before.input_digest);
  CHECK(after.work.flops == 2000);
  CHECK(after.work.bytes == 12000);
  CHECK(after.work.double_precision);
  REQUIRE(after.facts.size() == 1);
  CHECK(after.facts[0].unit == "points");
  CHECK(after.create_seconds == 0.25);
}

TEST_CASE("sampling options survive JSON") {
  SamplingOptions before;
  before.confidence = 0.99;
  before.relative_width = 0.5;
  before.min_samples = 3;
  before.max_samples = 4'000'000'000U;
  before.max_seconds = infinite;
  before.race_limit = 0.125;
  before.cache = CacheMode::cold;
  const auto after = sampling_from_json(through_text(to_json(before)));
  CHECK(after.confidence == 0.99);
  CHECK(after.relative_width == 0.5);
  CHECK(after.min_samples == 3);
  CHECK(after.max_samples == 4'000'000'000U);
  CHECK(after.max_seconds == infinite);
  CHECK(after.race_limit == 0.125);
  CHECK(after.cache == CacheMode::cold);
  CHECK_FALSE(sampling_from_json(to_json(SamplingOptions{})).race_limit.has_value());
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
    CHECK_THROWS_AS(instance_from_json(nlohmann::json::parse(text)), Error);
    CHECK_THROWS_AS(sampling_from_json(nlohmann::json::parse(text)), Error);
  }
}

TEST_CASE("an objective picks its part of a sample") {
  const Sample sample = {
      0.5, 0.25, false, {{"kernel", 0.2, 0.1}, {"pack", 0.05, 0}, {"kernel", 0.3, 0.2}}};
  CHECK(Objective{}.of(sample) == 0.5);
  CHECK(Objective{"device-time"}.of(sample) == 0.25);
  CHECK(Objective{"phase:kernel"}.of(sample) == Approx(0.3));  // device time of both parts
  CHECK(Objective{"cpu-time"}.of(sample) == 0.5);              // as measured by another tool
  CHECK_THROWS_WITH(require_objective("cpu-time"), contains("no objective 'cpu-time'"));
  CHECK(Objective{"phase:pack"}.of(sample) == 0.05);  // host time, as there is no device work
  CHECK_THROWS_WITH(Objective{"phase:kernal"}.of(sample), contains("did you mean 'kernel'?"));
  CHECK_THROWS_WITH(Objective{"tiem"}.of(sample), contains("did you mean 'time'?"));
  CHECK_THROWS_WITH(Objective{"energy"}.of(sample), contains("has no energy"));
  Sample block = sample;
  block.energy = {10, 0.5, 100, 250};
  CHECK(Objective{"energy"}.of(block) == 15);
  CHECK(Objective{"energy"}.unit() == std::string("J"));
  CHECK(Objective{"phase:energy"}.unit() == std::string("s"));
}

TEST_CASE("a mode names objective and cache mode, and tells the objective back") {
  CHECK(mode_text({}, CacheMode::warm) == "time warm");
  CHECK(mode_text({"phase:first pass"}, CacheMode::cold) == "phase:first pass cold");
  CHECK(objective_of_mode("phase:first pass cold").name == "phase:first pass");
  CHECK(objective_of_mode("energy warm").is_energy());
  CHECK_THROWS_WITH(cache_mode_from("hot"), contains("warm"));
}

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
