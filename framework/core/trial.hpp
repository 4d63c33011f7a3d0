// The records that travel from the worker through the tuner into the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/value.hpp"

namespace assay {

struct Fact {
  std::string name;
  double value = 0;
  std::string unit;
};

// The useful work of one sample, from which its floor follows.
struct Work {
  double flops = 0;
  double bytes = 0;
  bool double_precision = false;
};

// A tensor without its data.
struct TensorShape {
  std::string name;
  std::int64_t element = 0;  // an assay_element
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> stride;  // in elements
};

// A problem with its arguments fixed, as described by the worker that created it.
struct InstanceRecord {
  std::string problem;
  Bindings arguments;        // all of the problem's arguments, defaults filled in
  std::string input_digest;  // hash over the input tensors: tells changed data from unchanged
  Work work;
  std::vector<Fact> facts;
  double create_seconds = 0;
  // The shapes that programs may depend on; only for live instances, no store keeps them.
  std::vector<TensorShape> inputs = {};
  std::vector<TensorShape> outputs = {};
};

enum class TrialStatus {
  ok,
  unsupported,    // the variant or device cannot do this; the text says why
  invalid,        // the plugin refused the configuration
  compile_error,  // text holds the build log
  out_of_memory,
  device_error,
  wrong_output,   // beyond the tolerance
  not_finite,     // NaN or infinity where the reference is finite
  out_of_bounds,  // guard zones around memory were overwritten
  input_changed,  // the variant wrote into memory that it should only read
  timeout,        // compile or run limit
  crash,          // the worker died; text names the signal
  error,          // anything else a plugin reports
  stopped,        // requested by the supervisor; says nothing about the configuration, not recorded
};
[[nodiscard]] const char* to_string(TrialStatus status);  // "ok", "compile-error", ...
[[nodiscard]] TrialStatus trial_status_from(const std::string& name);
// Whether a trial of that status produced a wrong result: its configuration cannot win, no matter
// how many of its other trials passed.
[[nodiscard]] bool is_wrong(TrialStatus status);

// A named part of a sample. `host_seconds` is the host clock between begin and end of the phase,
// `device_seconds` the time its device work took by the device's own clock (0 if there was none).
struct PhaseTime {
  std::string name;
  double host_seconds = 0;
  double device_seconds = 0;
};

// The readings of a device's energy counter before and after the runs of one sample. The counter
// moves in steps, so a sample of energy is a block of runs (measure/energy_blocks.hpp).
struct EnergyReading {
  std::uint32_t runs = 0;
  double seconds = 0;       // between the two readings: the runs and the gaps between them
  double begin_joules = 0;  // as the counter showed, counted from some fixed moment
  double end_joules = 0;
  [[nodiscard]] double joules_per_run() const { return (end_joules - begin_joules) / runs; }
};

// Whether the device slowed itself down while a sample was taken, and how the sample was treated.
enum class Slowed {
  no,
  retaken,  // recorded, not used: another sample replaces it
  kept,     // used: the device kept slowing down, so this is its actual speed
};
[[nodiscard]] const char* to_string(Slowed slowed);  // "no", "retaken", "kept"
[[nodiscard]] Slowed slowed_from(const std::string& name);

// A sample: one timed repetition, or a block of runs; the times of a block are means over its runs.
struct Sample {
  double seconds = 0;         // steady clock around run and the wait for its device work
  double device_seconds = 0;  // sum over the device work of the sample; 0 without a device
  bool warm_up = false;       // recorded, not used
  std::vector<PhaseTime> phases;
  std::optional<EnergyReading> energy = std::nullopt;  // present if energy is the objective
  Slowed slowed = Slowed::no;
  // The device's clock at the look (worker/device_watch.hpp) that followed this sample; the lowest
  // of several devices. Nothing if no look followed immediately, or if no device reports its clock.
  std::optional<double> clock_mhz = std::nullopt;

  [[nodiscard]] bool counts() const { return !warm_up && slowed != Slowed::retaken; }
};

// The reason why sampling ended.
enum class StopReason { precise, budget, raced };
[[nodiscard]] const char* to_string(StopReason reason);
[[nodiscard]] StopReason stop_reason_from(const std::string& name);

// The numbers of timed repetitions of a trial that were verified in either way or not at all. If
// all were verified, `unverified` is 0.
struct VerifiedSamples {
  std::uint64_t in_full = 0;    // compared with what the problem expects, element by element
  std::uint64_t by_digest = 0;  // outputs bitwise equal to those of one compared in full
  std::uint64_t unverified = 0;
};

// The outcome of one trial: one configuration of one variant on one instance.
struct TrialResult {
  TrialStatus status = TrialStatus::error;
  std::string message;                       // for every status but ok
  std::optional<double> verification_error;  // deviation in units of the tolerance; <= 1 passes
  StopReason stop = StopReason::precise;
  double compile_seconds = 0;
  double prepare_seconds = 0;
  double verify_seconds = 0;
  VerifiedSamples verified;
  // The contender whose outputs are the reference, if the problem has no other: a result that
  // passes agrees with the contender's, and both may be wrong. "": an independent reference.
  std::string agrees_with;
  std::vector<Sample> samples;
  std::vector<Fact> facts;

  [[nodiscard]] bool ok() const { return status == TrialStatus::ok; }
};

// A median with its confidence interval, in the unit of what was measured.
struct Interval {
  double median = 0;
  double lower = 0;
  double upper = 0;
};

// The contents of the caches when a sample begins: what the last sample left there, or nothing of
// use.
enum class CacheMode { warm, cold };
[[nodiscard]] const char* to_string(CacheMode mode);  // "warm", "cold"
[[nodiscard]] CacheMode cache_mode_from(const std::string& name);

// The options of sampling: how to sample, and when to stop.
struct SamplingOptions {
  double confidence = 0.95;       // of the median's interval
  double relative_width = 0.02;   // stop when (upper - lower) / median is at most this
  std::uint32_t min_samples = 9;  // after warm-up
  std::uint32_t max_samples = 1000;
  // Seconds of repetitions at the start that only warm up: these are not samples, and do not count
  // towards `max_seconds`.
  double warm_up_seconds = 0;
  double max_seconds = 2.0;          // time for measuring, including further warm-up
  std::optional<double> race_limit;  // give up once the interval lies clearly above this
  CacheMode cache = CacheMode::warm;
  // Outputs of timed repetitions are verified as long as this costs at most this multiple of the
  // repetitions' own time plus a tenth of a second; beyond that, randomly drawn outputs are left
  // out.
  double verification_share = 3;
};

// The quantity to be minimised: the whole sample, its device time, one phase, or the energy of a
// run.
struct Objective {
  std::string name = "time";  // "time", "device-time", "phase:NAME", or "energy"
  // The value of a sample; for a phase, its device time if there is any. Throws usage Error if the
  // sample has no such phase or no energy.
  [[nodiscard]] double of(const Sample& sample) const;
  [[nodiscard]] bool is_energy() const { return name == "energy"; }
  [[nodiscard]] const char* unit() const { return is_energy() ? "J" : "s"; }  // of the value
};
// The objective of samples that another tool took by the clock that counts a process's own time,
// which is what their `seconds` are. assay does not measure this itself, and require_objective
// rejects it.
inline constexpr const char* foreign_cpu_time = "cpu-time";
// Throws usage Error naming the nearest objective if there is none called `name`.
void require_objective(const std::string& name);

// The mode of a result, what was measured and how, by which results are distinguished: "time warm",
// "energy warm".
[[nodiscard]] std::string mode_text(const Objective& objective, CacheMode cache);
[[nodiscard]] Objective objective_of_mode(const std::string& mode);

[[nodiscard]] nlohmann::json to_json(const TensorShape& tensor);
[[nodiscard]] TensorShape tensor_shape_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const InstanceRecord& record);
[[nodiscard]] InstanceRecord instance_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const Sample& sample);
[[nodiscard]] Sample sample_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const TrialResult& result);
[[nodiscard]] TrialResult trial_result_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const SamplingOptions& options);
[[nodiscard]] SamplingOptions sampling_from_json(const nlohmann::json& json);

}  // namespace assay
