#include "framework/supervisor/plausible.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// Less than a cycle of any processor, also as the mean of a block of runs.
constexpr double least_seconds = 1e-12;
// Clocks of two hosts drift apart by parts per million, and are read at slightly different moments.
constexpr double clock_ratio = 1.01;
constexpr double clock_offset = 0.1;
// In addition to the samples that count, some warm up the caches between turns, at most one for
// three that count, and others are retaken, at most as many as count; a few more come at the
// beginning of a turn that is not complete.
constexpr std::uint64_t samples_for_one = 3;
constexpr std::uint64_t samples_besides = 64;
// Device time is a sum over what several queues of several devices did at the same time.
constexpr double queues_at_once = 1'000;
constexpr std::size_t most_facts = 10'000;
constexpr std::size_t longest_name = 1'000;
constexpr std::size_t longest_expression = 10'000;

void require_name(const std::string& name, const char* what) {
  if (name.empty()) throw internal_error("{} has no name", what);
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(name, is_control)) {
    throw internal_error("the name of {} contains a control character", what);
  }
  if (name.size() <= longest_name) return;
  throw internal_error("the name of {} has {} letters, more than {}", what, name.size(),
                       longest_name);
}

void require_between(double value, double least, double most, const char* what) {
  if (value >= least && value <= most) return;  // also refuses NaN
  throw internal_error("{} of {} is not between {} and {:.6g}", what, value, least, most);
}

void require_facts(const std::vector<Fact>& facts) {
  if (facts.size() > most_facts) {
    throw internal_error("{} facts, more than {}", facts.size(), most_facts);
  }
  for (const Fact& fact : facts) {
    require_name(fact.name, "a fact");
    if (!fact.unit.empty()) require_name(fact.unit, "a fact's unit");
  }
}

// `most` is the number of seconds that all samples together can have taken.
void require_sample(const Sample& sample, double most) {
  require_between(sample.seconds, 0, most, "a sample's time");
  require_between(sample.device_seconds, 0, queues_at_once * most, "a sample's device time");
  for (const PhaseTime& phase : sample.phases) {
    require_name(phase.name, "a phase");
    require_between(phase.host_seconds, 0, most, "a phase's time");
    require_between(phase.device_seconds, 0, queues_at_once * most, "a phase's device time");
  }
  if (sample.clock_mhz) require_between(*sample.clock_mhz, 0, 1e9, "a clock");
  if (!sample.energy) return;
  const EnergyReading& energy = *sample.energy;
  if (energy.runs == 0) throw internal_error("an energy reading covers no run");
  require_between(energy.seconds, least_seconds, most, "the time of a block of runs");
  require_between(energy.begin_joules, -1e300, 1e300, "an energy counter");
  require_between(energy.end_joules, -1e300, 1e300, "an energy counter");
}

void require_samples(const std::vector<Sample>& samples, const SamplingOptions& sampling,
                     double most) {
  const std::uint64_t count = samples_for_one * sampling.max_samples + samples_besides;
  if (samples.size() > count) {
    throw internal_error("{} samples, but at most {} may count", samples.size(),
                         sampling.max_samples);
  }
  double seconds = 0;
  for (const Sample& sample : samples) {
    require_sample(sample, most);
    seconds += sample.energy ? sample.energy->seconds : sample.seconds;
  }
  require_between(seconds, 0, most, "the samples' time together");
}

void require_parameter(const Parameter& parameter) {
  require_name(parameter.name, "a parameter");
  const auto& values = parameter.values;
  if (std::ranges::find(values, parameter.default_value) == values.end()) {
    throw internal_error("parameter '{}' has no value that is its default", parameter.name);
  }
  std::set<Value> distinct;
  for (const Value& value : values) {
    if (value.index() != parameter.default_value.index()) {
      throw internal_error("parameter '{}' has values of several kinds", parameter.name);
    }
    if (!distinct.insert(value).second) {
      throw internal_error("parameter '{}' lists {} twice", parameter.name, to_string(value));
    }
  }
}

void require_expression(const std::string& expression, const std::string& variant) {
  if (expression.size() <= longest_expression) return;
  throw internal_error("variant '{}' has a condition of {} letters, more than {}", variant,
                       expression.size(), longest_expression);
}

void require_variant(const VariantDescription& variant) {
  require_name(variant.name, "a variant");
  for (const Constraint& constraint : variant.constraints) {
    require_expression(constraint.expression, variant.name);
  }
  std::set<std::string> names;
  for (const Parameter& parameter : variant.parameters) {
    require_parameter(parameter);
    require_expression(parameter.condition, variant.name);
    if (names.insert(parameter.name).second) continue;
    throw internal_error("variant '{}' has two parameters '{}'", variant.name, parameter.name);
  }
}

}  // namespace

void require_plausible(const TrialResult& result, const SamplingOptions& sampling,
                       double waited_seconds) {
  const double most = clock_ratio * waited_seconds + clock_offset;
  require_between(result.compile_seconds, 0, most, "the time of compiling");
  require_between(result.prepare_seconds, 0, most, "the time of preparing");
  require_between(result.verify_seconds, 0, most, "the time of verifying");
  require_samples(result.samples, sampling, most);
  require_facts(result.facts);
}

void require_counting(const TrialResult& result) {
  if (!result.ok() || std::ranges::any_of(result.samples, &Sample::counts)) return;
  throw internal_error("the result has no sample that counts");
}

void require_measured(const TrialResult& result) {
  if (!result.ok()) return;
  require_counting(result);
  for (const Sample& sample : result.samples) {
    require_between(sample.seconds, least_seconds, std::numeric_limits<double>::max(),
                    "a sample's time");
  }
  if (result.verification_error && std::isnan(*result.verification_error)) {
    throw internal_error("the result is verified, but its error is not a number");
  }
}

void require_plausible(const InstanceRecord& record) {
  constexpr double most = 1e30;
  require_between(record.work.flops, 0, most, "work in flops");
  require_between(record.work.bytes, 0, most, "work in bytes");
  require_between(record.create_seconds, 0, most, "the time of creating");
  require_facts(record.facts);
}

void require_plausible(const Peaks& peaks) {
  constexpr double most = 1e24;
  require_between(peaks.flops_single, 1, most, "a peak rate");
  require_between(peaks.flops_double, 0, most, "a peak rate of double precision");
  require_between(peaks.bandwidth, 1, most, "a bandwidth");
}

void require_plausible(const Catalog& catalog) {
  std::set<std::tuple<std::string, std::string, std::string>> variants;
  for (const VariantDescription& variant : catalog.variants) {
    require_variant(variant);
    if (variants.emplace(variant.problem, variant.name, variant.build_id).second) continue;
    throw internal_error("variant '{}' of '{}' is listed twice", variant.name, variant.problem);
  }
  std::set<std::string> devices;
  for (const DeviceDescription& device : catalog.devices) {
    require_name(device.id, "a device");
    if (devices.insert(device.id).second) continue;
    throw internal_error("device '{}' is listed twice", device.id);
  }
}

}  // namespace assay
