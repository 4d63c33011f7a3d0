// What is said of a candidate in the end.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/judge/hearing.hpp"

namespace assay::judge {

// Whom to judge on what.
struct Matter {
  WorkerOptions candidate;   // how processes of the candidate's are started: confined
  double step_seconds = 60;  // that it may take for a step
  VariantDescription variant;
  ProblemDescription problem;
  InstanceKey listed;  // the instance whose times are told
  std::string device;  // "" takes the first of the variant's backend
  // The configuration on an instance: constraints may tell instances apart. May throw usage Error
  // where there is none.
  std::function<Bindings(const InstanceKey&, const InstanceRecord&)> configure;
  std::size_t repetitions = 12;
  std::size_t other_instances = 4;  // of drawn sizes
  std::uint64_t seed = 0;           // of all draws
  std::string below_floor;          // why it may be faster than the floor; "" where it may not
};

// How long another variant takes on the listed instance, heard in the same way.
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
  std::vector<Finding> findings;       // none: right, and fair
  std::vector<std::string> notes;      // what could not be examined here, and why
  std::vector<InstanceKey> instances;  // that it was heard on beside the listed one
  std::size_t verified = 0;            // repetitions
  std::size_t unverified = 0;          // left out by drawing, as in Heard
  double worst_error = 0;              // in tolerances
  double relative_error = 0;           // as in Digits; 0 where nothing is floating-point
  // A repetition on the listed instance, with caches as they were and with empty ones.
  std::optional<Interval> seconds;
  std::optional<double> cold_seconds = std::nullopt;  // median
  double prepare_seconds = 0;
  double output_seconds = 0;  // median by the judge's clock, until outputs are on the host
  std::optional<double> floor_seconds = std::nullopt;
  double judged_seconds = 0;  // that all of it took
  // The part of judged_seconds that further inputs took: creating them and what is expected of
  // them, bringing them to where the candidate reads them, and having it prepare anew.
  double inputs_seconds = 0;
  std::uint64_t seed = 0;  // of all draws
  std::vector<Beside> beside = {};

  [[nodiscard]] bool right_and_fair() const { return findings.empty(); }
};

// `peaks`, where they are known: of the device. Throws environment Error where the judge's own side
// fails.
[[nodiscard]] Judgement judge(Bench& bench, const Matter& matter,
                              const std::optional<Peaks>& peaks);

// Shortens a judgement to what is told beside another candidate's.
[[nodiscard]] Beside beside(const Judgement& judgement);

[[nodiscard]] nlohmann::json to_json(const Judgement& judgement);
// Some lines for people.
[[nodiscard]] std::string text_of(const Judgement& judgement);

}  // namespace assay::judge
