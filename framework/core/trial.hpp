// The records that travel from the worker over the tuner into the store.
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

// Useful work of one sample, the base of its floor.
struct Work {
  double flops = 0;
  double bytes = 0;
  bool double_precision = false;
};

// A problem with its arguments fixed, as the worker that created it describes it.
// A tensor without its data.
struct TensorShape {
  std::string name;
  std::int64_t element = 0;  // an assay_element
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> stride;  // in elements
};

struct InstanceRecord {
  std::string problem;
  Bindings arguments;        // all of the problem's arguments, defaults filled in
  std::string input_digest;  // hash over the input tensors: tells changed data from unchanged
  Work work;
  std::vector<Fact> facts;
  double create_seconds = 0;
  // What programs may depend on; of a live instance only, no store keeps them.
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
  input_changed,  // the variant wrote into what it was to read
  timeout,        // compile or run limit
  crash,          // the worker died; text names the signal
  error,          // anything else a plugin reports
  stopped,        // the supervisor asked for it; tells nothing of the configuration, never recorded
};
[[nodiscard]] const char* to_string(TrialStatus status);  // "ok", "compile-error", ...
[[nodiscard]] TrialStatus trial_status_from(const std::string& name);
// Whether a trial of that status was found to be wrong: its configuration wins nothing, however
// many others of its trials passed.
[[nodiscard]] bool is_wrong(TrialStatus status);

// A named part of a sample. `host_seconds` is the host clock between begin and end of the phase,
// `device_seconds` the time its device work took by the device's own clock (0 if there was none).
struct PhaseTime {
  std::string name;
  double host_seconds = 0;
  double device_seconds = 0;
};

// What a device's energy counter said before and after the runs of one sample. The counter moves in
// steps, so a sample of energy is a block of runs (measure/energy_blocks.hpp).
struct EnergyReading {
  std::uint32_t runs = 0;
  double seconds = 0;       // between the two readings: the runs and what lies between them
  double begin_joules = 0;  // as the counter told, from some fixed moment on
  double end_joules = 0;
  [[nodiscard]] double joules_per_run() const { return (end_joules - begin_joules) / runs; }
};

// Whether the device slowed itself down while a sample was taken, and what came of that.
enum class Slowed {
  no,
  retaken,  // recorded, not used: another sample stands for it
  kept,     // used: it kept slowing down, so this is the speed that it has
};
[[nodiscard]] const char* to_string(Slowed slowed);  // "no", "retaken", "kept"
[[nodiscard]] Slowed slowed_from(const std::string& name);

// Of a block of runs all times are means over its runs.
struct Sample {
  double seconds = 0;         // steady clock around run and the wait for its device work
  double device_seconds = 0;  // sum over the device work of the sample; 0 without a device
  bool warm_up = false;       // recorded, not used
  std::vector<PhaseTime> phases;
  std::optional<EnergyReading> energy = std::nullopt;  // where energy is the objective
  Slowed slowed = Slowed::no;
  // The device's clock as of the look (worker/device_watch.hpp) that followed this sample; of
  // several devices the lowest. Nothing where no look followed at once, or no device tells.
  std::optional<double> clock_mhz = std::nullopt;

  [[nodiscard]] bool counts() const { return !warm_up && slowed != Slowed::retaken; }
};

// Why sampling ended.
enum class StopReason { precise, budget, raced };
[[nodiscard]] const char* to_string(StopReason reason);
[[nodiscard]] StopReason stop_reason_from(const std::string& name);

// How many timed repetitions of a trial were verified, and how. Where all were, `unverified` is 0.
struct VerifiedSamples {
  std::uint64_t in_full = 0;    // compared with what the problem expects, element by element
  std::uint64_t by_digest = 0;  // bitwise the outputs of one that was compared in full
  std::uint64_t unverified = 0;
};

// What came of one configuration of one variant on one instance.
struct TrialResult {
  TrialStatus status = TrialStatus::error;
  std::string message;                       // for anything but ok
  std::optional<double> verification_error;  // deviation in units of the tolerance; <= 1 passes
  StopReason stop = StopReason::precise;
  double compile_seconds = 0;
  double prepare_seconds = 0;
  double verify_seconds = 0;
  VerifiedSamples verified;
  // The contender whose outputs are the reference, where the problem has no other: a result that
  // passes agrees with that one's, and both may be wrong. "": an independent reference.
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

// What the caches hold when a sample begins: what the last one left there, or nothing of use.
enum class CacheMode { warm, cold };
[[nodiscard]] const char* to_string(CacheMode mode);  // "warm", "cold"
[[nodiscard]] CacheMode cache_mode_from(const std::string& name);

// How to sample, and when to stop.
struct SamplingOptions {
  double confidence = 0.95;       // of the median's interval
  double relative_width = 0.02;   // stop when (upper - lower) / median is at most this
  std::uint32_t min_samples = 9;  // after warm-up
  std::uint32_t max_samples = 1000;
  // Repetitions that end before so much of them are no samples and cost none of `max_seconds`.
  double warm_up_seconds = 0;
  double max_seconds = 2.0;          // of measuring, further warm-up included
  std::optional<double> race_limit;  // give up once the interval lies clearly above this
  CacheMode cache = CacheMode::warm;
  // Outputs of timed repetitions are verified as long as that costs at most so much of what the
  // repetitions cost, and a tenth of a second; of those beyond some are left out, drawn at random.
  double verification_share = 3;
};

// What is to be minimised: the whole sample, its device time, one phase, or the energy of a run.
struct Objective {
  std::string name = "time";  // "time", "device-time", "phase:NAME", or "energy"
  // The value of a sample; a phase counts its device time where there is any. Throws usage Error if
  // the sample has no such phase or no energy.
  [[nodiscard]] double of(const Sample& sample) const;
  [[nodiscard]] bool is_energy() const { return name == "energy"; }
  [[nodiscard]] const char* unit() const { return is_energy() ? "J" : "s"; }  // of the value
};
// The objective of samples that another tool took by the clock that counts a process's own time:
// their seconds are that. Nothing is measured so here, and require_objective refuses it.
inline constexpr const char* foreign_cpu_time = "cpu-time";
// Throws usage Error naming the nearest objective if there is none of that name.
void require_objective(const std::string& name);

// What was measured and how, by which results are told apart: "time warm", "energy warm".
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
