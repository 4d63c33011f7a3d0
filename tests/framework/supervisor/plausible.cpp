#include "framework/supervisor/plausible.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;

constexpr double waited = 1;

TrialResult measured() {
  TrialResult result;
  result.status = TrialStatus::ok;
  result.verification_error = 0.5;
  result.compile_seconds = 0.1;
  result.facts = {{"launches", 3, ""}, {"odd", std::nan(""), "1/s"}};
  for (int k = 0; k < 9; ++k) {
    result.samples.push_back({1e-3, 5e-4, k == 0, {{"phase", 5e-4, 4e-4}}});
  }
  return result;
}

// The complaint about a result after `change`; "" if there is none.
std::string said_of(const std::function<void(TrialResult&)>& change) {
  TrialResult result = measured();
  change(result);
  SamplingOptions sampling;
  sampling.max_samples = 9;
  try {
    require_plausible(result, sampling, waited);
    require_measured(result);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::internal);
    return error.what();
  }
  return "";
}

Catalog catalog() {
  Catalog catalog;
  const Parameter tile{"tile", "", {std::int64_t{1}, std::int64_t{2}}, std::int64_t{1}, ""};
  catalog.variants = {{"a.cpu", "p", "", "cpu", "x", "1", {tile}, {}},
                      {"a.cpu", "p", "", "cpu", "x", "2", {tile}, {}}};
  catalog.devices = {{"cpu", "cpu", "", "", true, {}}};
  return catalog;
}

std::string said_of_catalog(const std::function<void(Catalog&)>& change) {
  Catalog told = catalog();
  change(told);
  try {
    require_plausible(told);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("results that were measured are believed, facts without a value too") {
  CHECK(said_of([](TrialResult&) {}).empty());
  CHECK(said_of([](TrialResult& result) {
          result.status = TrialStatus::wrong_output;
          result.verification_error = std::numeric_limits<double>::infinity();
          result.samples.clear();
        }).empty());
  CHECK(said_of([](TrialResult& result) {
          for (Sample& sample : result.samples) sample.energy = {100, 0.1, 5, 5.5};
        }).empty());
}

TEST_CASE("times that cannot be are not believed, in whatever place") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::function<double&(TrialResult&)>> places = {
      [](TrialResult& result) -> double& { return result.samples[4].seconds; },
      [](TrialResult& result) -> double& { return result.samples[4].device_seconds; },
      [](TrialResult& result) -> double& { return result.samples[4].phases[0].host_seconds; },
      [](TrialResult& result) -> double& { return result.samples[4].phases[0].device_seconds; },
      [](TrialResult& result) -> double& { return result.compile_seconds; },
      [](TrialResult& result) -> double& { return result.prepare_seconds; },
      [](TrialResult& result) -> double& { return result.verify_seconds; }};
  for (std::size_t place = 0; place < places.size(); ++place) {
    for (const double value : {-1.0, -1e-300, std::nan(""), infinity, -infinity, 1e308}) {
      CAPTURE(place, value);
      CHECK_THAT(said_of([&](TrialResult& result) { places[place](result) = value; }),
                 contains("is not between"));
    }
  }
  for (const double value : {0.0, 5e-324, 1.2}) {  // 1.2 s exceed the waited second
    CAPTURE(value);
    CHECK_FALSE(said_of([&](TrialResult& result) { result.samples[1].seconds = value; }).empty());
  }
  CHECK_THAT(said_of([](TrialResult& result) {
               for (Sample& sample : result.samples) sample.seconds = 0.2;
             }),
             contains("the samples' time together"));
}

TEST_CASE("results without what a result has, or with more than was asked for, are not believed") {
  CHECK_FALSE(said_of([](TrialResult& result) { result.samples.clear(); }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) {
                for (Sample& sample : result.samples) sample.warm_up = true;
              }).empty());
  CHECK_FALSE(
      said_of([](TrialResult& result) { result.verification_error = std::nan(""); }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) {
                result.samples.resize(200, {1e-6, 0, false, {}});
              }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) {
                result.facts.resize(20'000, {"f", 1, ""});
              }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) { result.facts[0].name = ""; }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) { result.facts[0].name = "a\nb"; }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) { result.facts[0].unit = "\x1b[2J"; }).empty());
  CHECK_FALSE(said_of([](TrialResult& result) {
                result.samples[3].energy = {0, 0.1, 5, 6};
              }).empty());
}

TEST_CASE("catalogs name each thing once, with values and short conditions") {
  CHECK(said_of_catalog([](Catalog&) {}).empty());
  const std::vector<std::function<void(Catalog&)>> changes = {
      [](Catalog& c) { c.variants[0].name = ""; },
      [](Catalog& c) { c.variants[0].name = "a\x1b]0;x\x07"; },
      [](Catalog& c) { c.variants[0].name = std::string(5000, 'x'); },
      [](Catalog& c) { c.variants[1].build_id = "1"; },
      [](Catalog& c) { c.variants[0].parameters[0].values.clear(); },
      [](Catalog& c) { c.variants[0].parameters[0].default_value = std::int64_t{3}; },
      [](Catalog& c) { c.variants[0].parameters[0].values.emplace_back(std::int64_t{2}); },
      [](Catalog& c) { c.variants[0].parameters[0].values.emplace_back(2.5); },
      [](Catalog& c) { c.variants[0].parameters.push_back(c.variants[0].parameters[0]); },
      [](Catalog& c) {
        c.variants[0].constraints = {{std::string(20'000, '('), ""}};
      },
      [](Catalog& c) { c.variants[0].parameters[0].condition = std::string(20'000, '('); },
      [](Catalog& c) { c.devices.push_back(c.devices[0]); }};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    CAPTURE(k);
    CHECK_FALSE(said_of_catalog(changes[k]).empty());
  }
}

TEST_CASE("peaks and work are numbers that can be") {
  CHECK_NOTHROW(require_plausible(Peaks{1e9, 0, 1e9}));
  for (const Peaks& peaks : {Peaks{-1, 0, 1e9}, Peaks{1e9, -1, 1e9}, Peaks{1e9, 0, 1e-300},
                             Peaks{std::nan(""), 0, 1e9}}) {
    CHECK_THROWS_AS(require_plausible(peaks), Error);
  }
  InstanceRecord record;
  CHECK_NOTHROW(require_plausible(record));
  record.work.bytes = -1;
  CHECK_THROWS_AS(require_plausible(record), Error);
}
