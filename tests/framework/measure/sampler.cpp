#include "framework/measure/sampler.hpp"
#include "framework/inference/median.hpp"

#include <random>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace {

using assay::Sample;
using assay::Sampler;
using assay::SamplingOptions;
using assay::StopReason;

Sample sample_of(double seconds) {
  Sample sample;
  sample.seconds = seconds;
  return sample;
}

struct Outcome {
  StopReason reason;
  std::vector<Sample> samples;
};

// Feeds the sampler until it stops; `elapsed` adds up the samples.
template <class Next>
Outcome feed(const SamplingOptions& options, Next next) {
  Sampler sampler(options, {});
  double elapsed = 0;
  for (;;) {
    const double seconds = next();
    elapsed += seconds;
    if (const auto reason = sampler.add(sample_of(seconds), elapsed)) {
      return {*reason, sampler.take_samples()};
    }
  }
}

std::vector<double> settled(const std::vector<Sample>& samples) {
  std::vector<double> values;
  for (const auto& sample : samples) {
    if (!sample.warm_up) values.push_back(sample.seconds);
  }
  return values;
}

TEST_CASE("steady samples are precise after the least number of them") {
  const Outcome outcome = feed({}, [] { return 1e-3; });
  CHECK(outcome.reason == StopReason::precise);
  CHECK(outcome.samples.size() == SamplingOptions{}.min_samples);
}

TEST_CASE("samples that are set aside are kept in their place, and do not count") {
  SamplingOptions options;
  options.max_samples = 4;
  options.relative_width = 0;
  options.min_samples = 1;
  Sampler sampler(options, {});
  CHECK_FALSE(sampler.add(sample_of(1), 1e-3));
  sampler.set_aside(sample_of(9));
  CHECK_FALSE(sampler.add(sample_of(1), 2e-3));
  sampler.set_aside(sample_of(9));
  CHECK_FALSE(sampler.add(sample_of(1), 3e-3));
  // The device slowed down during the last two samples that count.
  CHECK(sampler.slowed_down(2, 3e-3));
  CHECK_FALSE(sampler.add(sample_of(1), 4e-3));
  CHECK_FALSE(sampler.add(sample_of(1), 5e-3));
  CHECK(sampler.add(sample_of(1), 6e-3));
  const auto samples = sampler.take_samples();
  REQUIRE(samples.size() == 8);
  const std::vector<bool> aside = {false, true, false, true, false, false, false, false};
  const std::vector<bool> retaken = {false, false, true, false, true, false, false, false};
  for (std::size_t k = 0; k < 8; ++k) {
    CHECK(samples[k].warm_up == aside[k]);
    CHECK((samples[k].slowed == assay::Slowed::retaken) == retaken[k]);
  }
}

TEST_CASE("a precise result is as narrow as was asked for") {
  std::mt19937_64 random(1);
  for (const double spread : {0.01, 0.05, 0.2}) {
    std::lognormal_distribution<double> noise(-7, spread);
    SamplingOptions options;
    options.max_samples = 100000;
    options.max_seconds = 1e9;
    const Outcome outcome = feed(options, [&] { return noise(random); });
    REQUIRE(outcome.reason == StopReason::precise);
    const auto values = settled(outcome.samples);
    CHECK(values.size() >= options.min_samples);
    const auto interval = assay::inference::median_interval(values, options.confidence);
    CHECK(interval.upper - interval.lower <= options.relative_width * interval.median);
  }
}

TEST_CASE("the budget ends what does not get precise") {
  std::mt19937_64 random(2);
  std::lognormal_distribution<double> noise(-7, 1);
  SamplingOptions options;
  options.relative_width = 1e-6;
  options.max_samples = 123;
  const Outcome by_count = feed(options, [&] { return noise(random); });
  CHECK(by_count.reason == StopReason::budget);
  CHECK(by_count.samples.size() == 123);

  options.max_seconds = 0.01;
  options.max_samples = 1000000;
  const Outcome by_time = feed(options, [&] { return noise(random); });
  CHECK(by_time.reason == StopReason::budget);
  CHECK(by_time.samples.size() < 1000);

  options.max_seconds = 0;
  CHECK(feed(options, [] { return 3.0; }).samples.size() == 1);
}

TEST_CASE("a configuration clearly slower than the best is given up early") {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> noise(0, 0.05);
  SamplingOptions options;
  options.min_samples = 50;
  options.max_seconds = 1e9;
  options.race_limit = 1.0;
  const Outcome slower = feed(options, [&] { return 1.4 * noise(random); });
  CHECK(slower.reason == StopReason::raced);
  CHECK(slower.samples.size() == 6);

  const Outcome faster = feed(options, [&] { return 0.5 * noise(random); });
  CHECK(faster.reason != StopReason::raced);
  const Outcome equal = feed(options, [&] { return noise(random); });
  CHECK(equal.reason != StopReason::raced);
}

TEST_CASE("a configuration far behind needs two samples, and one slow start is forgiven") {
  SamplingOptions options;
  options.max_seconds = 1e9;
  options.race_limit = 1.0;
  const Outcome hopeless = feed(options, [] { return 4.0; });
  CHECK(hopeless.reason == StopReason::raced);
  CHECK(hopeless.samples.size() == 2);

  int count = 0;
  const Outcome slow_start = feed(options, [&] { return ++count == 1 ? 100.0 : 0.9; });
  CHECK(slow_start.reason != StopReason::raced);
}

TEST_CASE("a configuration plainly worse needs three samples, one that may be as good goes on") {
  SamplingOptions options;
  options.max_seconds = 1e9;
  options.race_limit = 1.0;
  std::mt19937 random(3);
  const auto about = [&](double value) {
    return [&random, value] { return value * (1 + 0.02 * static_cast<double>(random() % 10)); };
  };
  for (int k = 0; k < 100; ++k) {
    const Outcome worse = feed(options, about(1.6));
    CHECK(worse.reason == StopReason::raced);
    CHECK(worse.samples.size() == 3);
    CHECK(feed(options, about(1.2)).samples.size() > 3);
    CHECK(feed(options, about(0.85)).reason != StopReason::raced);
  }
  // One good sample among three gives it a chance.
  int calls = 0;
  CHECK(feed(options, [&] { return ++calls == 2 ? 0.9 : 1.6; }).samples.size() > 3);
}

TEST_CASE("a narrow interval is waited for no longer than patience lasts") {
  SamplingOptions options;
  options.relative_width = 1e-9;
  options.max_seconds = 100;
  std::mt19937 random(3);
  const auto noisy = [&] { return 1 + 0.001 * static_cast<double>(random() % 100); };
  CHECK(feed(options, noisy).samples.size() >= 90);
  options.patience_seconds = 20;
  CHECK(feed(options, noisy).samples.size() == 20);
  // The least number of samples is taken all the same.
  options.patience_seconds = 2;
  const Outcome least = feed(options, noisy);
  CHECK(least.reason == StopReason::budget);
  CHECK(least.samples.size() == options.min_samples);
}

TEST_CASE("the time that verifying takes ends patience, and nothing else") {
  SamplingOptions options;
  options.relative_width = -1;  // never precise
  options.min_samples = 3;
  options.max_seconds = 1;
  options.patience_seconds = 0.1;
  const auto samples_until_over = [&](double elapsed, double verifying) {
    Sampler sampler(options, {});
    for (int count = 1;; ++count) {
      const auto stop = sampler.add(sample_of(1e-3), elapsed * count, verifying * count);
      if (!stop) continue;
      CHECK(stop == StopReason::budget);
      return count;
    }
  };
  CHECK(samples_until_over(0.011, 0) == 10);
  CHECK(samples_until_over(0.001, 0.01) == 10);
  CHECK(samples_until_over(0.001, 0.2) == 3);
  CHECK(samples_until_over(0.5, 0) == 2);  // max_seconds end it earlier
  options.patience_seconds.reset();
  CHECK(samples_until_over(0.11, 5) == 10);
}

TEST_CASE("warm-up is flagged and does not count as samples") {
  int count = 0;
  const Outcome outcome = feed({}, [&] { return ++count <= 3 ? 5e-3 : 1e-3; });
  CHECK(outcome.reason == StopReason::precise);
  REQUIRE(outcome.samples.size() >= SamplingOptions{}.min_samples + 3);
  for (std::size_t k = 0; k < outcome.samples.size(); ++k) {
    CHECK(outcome.samples[k].warm_up == (k < 3));
  }
}

TEST_CASE("the objective decides which part of a sample must be precise") {
  std::mt19937_64 random(4);
  std::lognormal_distribution<double> noise(-7, 1);
  SamplingOptions options;
  Sampler sampler(options, {"phase:kernel"});
  std::optional<StopReason> reason;
  std::size_t count = 0;
  while (!reason) {
    Sample sample = sample_of(noise(random));
    sample.phases = {{"kernel", 1e-3, 5e-4}};
    reason = sampler.add(sample, 0);
    ++count;
  }
  CHECK(*reason == StopReason::precise);
  CHECK(count == options.min_samples);

  Sampler other(options, {"phase:upload"});
  CHECK_THROWS_AS(other.add(sample_of(1), 0), assay::Error);
}

TEST_CASE("samples of a device that slowed itself down are marked and taken again") {
  SamplingOptions options;
  Sampler sampler(options, {});
  std::optional<StopReason> stop;
  std::size_t taken = 0;
  while (!stop) {
    const bool slow = taken >= 3 && taken < 7;
    stop = sampler.add(sample_of(slow ? 2e-3 : 1e-3), 0.01);
    ++taken;
    if (taken == 7) CHECK(sampler.slowed_down(4, 0.01));
  }
  CHECK(*stop == StopReason::precise);
  CHECK(taken == options.min_samples + 4);
  const auto samples = sampler.take_samples();
  REQUIRE(samples.size() == taken);
  for (std::size_t k = 0; k < taken; ++k) {
    CHECK((samples[k].slowed == assay::Slowed::retaken) == (k >= 3 && k < 7));
    CHECK(samples[k].counts() == (k < 3 || k >= 7));
  }
}

TEST_CASE("a device that keeps slowing down is measured as it is") {
  SamplingOptions options;
  options.relative_width = 0;
  options.max_seconds = 1;
  Sampler sampler(options, {});
  std::optional<StopReason> stop;
  double elapsed = 0;
  std::size_t again = 0;
  while (!stop) {
    elapsed += 0.1;
    stop = sampler.add(sample_of(1e-3), elapsed);
    if (sampler.slowed_down(1, elapsed)) {
      ++again;
      stop.reset();
    }
  }
  CHECK(*stop == StopReason::budget);
  CHECK(again == 4);  // samples are retaken in the first half of the time only
  const auto samples = sampler.take_samples();
  for (std::size_t k = 0; k < samples.size(); ++k) {
    CHECK(samples[k].slowed == (k < again ? assay::Slowed::retaken : assay::Slowed::kept));
  }

  options.max_seconds = 1e9;
  options.max_samples = 50;
  Sampler bounded(options, {});
  std::size_t taken = 0;
  for (stop.reset(); !stop; ++taken) {
    stop = bounded.add(sample_of(1e-3), 0);
    if (bounded.slowed_down(1, 0)) stop.reset();
  }
  // Samples are retaken until one less than 2 * max_samples are taken; then min_samples are kept as
  // they are.
  CHECK(taken == 2 * options.max_samples - 1 + options.min_samples);
}

TEST_CASE("warm-up is found among the samples that count") {
  Sampler sampler({}, {});
  static_cast<void>(sampler.add(sample_of(9), 0));
  CHECK(sampler.slowed_down(1, 0));
  std::optional<StopReason> stop;
  for (int count = 0; !stop; ++count) stop = sampler.add(sample_of(count < 2 ? 5e-3 : 1e-3), 0);
  const auto samples = sampler.take_samples();
  for (std::size_t k = 0; k < samples.size(); ++k) CHECK(samples[k].warm_up == (k == 1 || k == 2));
}

}  // namespace
