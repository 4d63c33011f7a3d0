// The judgement on a candidate.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/instance_record.hpp"
#include "framework/core/interval.hpp"
#include "framework/judge/hearing.hpp"

namespace assay::judge {

// Which candidate to judge, and on what.
struct Matter {
  WorkerOptions candidate;   // options for the candidate's processes: confined
  double step_seconds = 60;  // allowed for a step
  VariantDescription variant;
  ProblemDescription problem;
  InstanceKey listed;  // the instance whose times are reported
  std::string device;  // "" takes the first of the variant's backend
  // Returns the configuration for an instance, since constraints may depend on it. May throw usage
  // Error if there is none.
  std::function<Bindings(const InstanceKey&, const InstanceRecord&)> configure;
  std::size_t repetitions = 12;
  std::size_t other_instances = 4;  // of drawn sizes
  std::uint64_t seed = 0;           // of all draws
  std::string below_floor;          // why it may be faster than the floor; "" if it may not
};

// The times of another variant on the listed instance, heard in the same way.
struct Beside {
  std::string variant;
  std::optional<Interval> seconds;  // none: it was refused
  std::optional<double> cold_seconds = std::nullopt;
};

struct Judgement {
  std::string variant;
  std::string problem;
  Bindings arguments;  // of the listed instance
  Bindings configuration;
  std::vector<Finding> findings;       // none: right and fair
  std::vector<std::string> notes;      // what could not be examined here, and why
  std::vector<InstanceKey> instances;  // drawn instances that it was heard on
  std::size_t verified = 0;            // repetitions
  std::size_t unverified = 0;          // repetitions drawn to be skipped, as in Heard
  double worst_error = 0;              // in tolerances
  double relative_error = 0;           // as in Digits; 0 without floating-point outputs
  // The time of a repetition on the listed instance: with caches as they were, and with empty
  // caches.
  std::optional<Interval> seconds;
  std::optional<double> cold_seconds = std::nullopt;  // median
  double prepare_seconds = 0;
  double output_seconds = 0;  // median by the judge's clock until outputs are on the host
  std::optional<double> floor_seconds = std::nullopt;
  double judged_seconds = 0;  // for the whole judgement
  // The part of judged_seconds spent on further inputs: creating them and their expected results,
  // bringing them to where the candidate reads them, and having the candidate prepare again.
  double inputs_seconds = 0;
  std::uint64_t seed = 0;  // of all draws
  std::vector<Beside> beside = {};

  [[nodiscard]] bool right_and_fair() const { return findings.empty(); }
};

// Judges a candidate. `peaks` are those of the device, if known. Throws environment Error if the
// judge's own side fails.
[[nodiscard]] Judgement judge(Bench& bench, const Matter& matter,
                              const std::optional<Peaks>& peaks);

// Shortens a judgement to what is shown alongside another candidate's.
[[nodiscard]] Beside beside(const Judgement& judgement);

[[nodiscard]] nlohmann::json to_json(const Judgement& judgement);
// A few lines of text for the user.
[[nodiscard]] std::string text_of(const Judgement& judgement);

}  // namespace assay::judge
