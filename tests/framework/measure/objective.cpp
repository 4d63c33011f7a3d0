#include "framework/measure/objective.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

Sample phased(double seconds) {
  return {seconds, seconds / 2, false, {{"kernel", seconds / 4, 0}, {"pack", 0.5, 0.125}}};
}

InstanceRecord instance() {
  InstanceRecord record;
  record.arguments = {{"n", std::int64_t{1000}}, {"form", std::string("dense")}};
  record.facts = {{"nodes", 7, ""}, {"twice", 1, ""}};
  return record;
}

TrialObjective objective(const std::string& name, const Bindings& configuration = {}) {
  return {{name, "s.toml:3:1"}, configuration, instance(), {{"accuracy", 0.75, ""}}};
}

double value(const std::string& expression, const Bindings& configuration = {}) {
  return objective("minimise " + expression, configuration).of(phased(2));
}

}  // namespace

TEST_CASE("an own objective reads the sample, the configuration, the instance and the trial") {
  CHECK(value("seconds") == 2);
  CHECK(value("device_seconds") == 1);
  CHECK(value("kernel_seconds + pack_seconds") == 0.625);  // the host's time, the device's
  CHECK(value("n * seconds") == 2000);
  CHECK(value("nodes * accuracy") == 5.25);
  CHECK(value("2 if form == 'dense' else 3") == 2);
  CHECK(value("tile * seconds", {{"tile", std::int64_t{16}}}) == 32);
  CHECK(value("twice", {{"twice", 5.0}}) == 1);  // as in derived quantities, the fact counts
  CHECK(value("seconds", {{"seconds", 5.0}}) == 2);
}

TEST_CASE("costs follow values sample by sample, in the order that the direction says") {
  const TrialObjective rate = objective("maximise rate = n / seconds");
  const TrialObjective product = objective("minimise n * seconds");
  std::vector<Sample> samples;
  for (int k = 1; k <= 20; ++k) samples.push_back(phased(0.1 * (k * 7 % 20 + 1)));
  samples.push_back(phased(9));
  samples.back().warm_up = true;
  samples.push_back(phased(9));
  samples.back().slowed = Slowed::retaken;
  const auto rates = rate.of(samples);
  const auto products = product.of(samples);
  REQUIRE(rates.size() == 20);
  REQUIRE(products.size() == 20);
  for (std::size_t k = 0; k < rates.size(); ++k) {
    CHECK(rates[k] == Approx(samples[k].seconds / 1000));
    CHECK(products[k] == Approx(samples[k].seconds * 1000));
  }
}

TEST_CASE("objectives that are not one's own are those of the sample") {
  CHECK(objective("time").of(phased(2)) == 2);
  CHECK(objective("phase:pack").of(phased(2)) == 0.125);
}

TEST_CASE("energy and time together") {
  Sample block = phased(2);
  CHECK_THROWS_WITH(objective("minimise seconds * joules").of(block), contains("'joules'"));
  block.energy = {10, 0.5, 100, 250};
  CHECK(objective("minimise seconds * joules").of(block) == 30);
}

TEST_CASE("an own objective without a usable value says where, why and what to do") {
  CHECK_THROWS_WITH(value("secnds * n"),
                    contains("s.toml:3:1") && contains("did you mean 'seconds'?"));
  CHECK_THROWS_WITH(value("accurcy"), contains("did you mean 'accuracy'?"));
  CHECK_THROWS_WITH(value("n - 1000"), contains("value 0 is not") && contains("sample of 2 s"));
  CHECK_THROWS_WITH(value("-seconds"), contains("value -2 is not"));
  CHECK_THROWS_WITH(value("n / (seconds - 2)"), contains("n / (seconds - 2)"));
  CHECK_THROWS_WITH(value("1e308 * n * seconds"), contains("value inf is not"));
  CHECK_THROWS_WITH(value("form"), contains("is a text"));
}
