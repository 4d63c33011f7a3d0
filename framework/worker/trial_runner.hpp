#pragma once

#include <filesystem>
#include <functional>

#include "framework/core/instance_record.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/trial.hpp"
#include "framework/protocol/stage.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/plugins.hpp"

namespace assay {

// The setup of a trial, all of it borrowed.
struct TrialSetup {
  const LoadedVariant& variant;
  Instance& instance;
  device::Device& device;
  const HostResources& resources;
  const Bindings& configuration;
  const SamplingOptions& sampling;
  const Objective& objective;
  // True once the supervisor wants the trial to end; asked between samples.
  std::function<bool()> asked_to_stop = [] { return false; };
  // The folder in which outputs are left, if any: see TrialRequest.
  std::filesystem::path outputs_folder = {};
  // See TrialRequest. Without both, the trial never waits.
  double turn_seconds = 0;
  bool asks_to_sample = false;
  // Returns when it is the trial's turn; false if the trial is to end instead.
  std::function<bool(Turn)> await_turn = [](Turn) { return true; };
};

// The setup of compiling, all of it borrowed: the shapes of the tensors are enough.
struct CompileSetup {
  const LoadedVariant& variant;
  const std::vector<TensorShape>& inputs;
  const std::vector<TensorShape>& outputs;
  device::Device& device;
  const HostResources& resources;
  const Bindings& configuration;
  const Bindings& arguments;  // of the instance, every one bound
};

using Announce = std::function<void(Stage)>;

// Compiles, prepares, verifies, measures, and verifies again. Never throws: a failure is the
// result's status.
[[nodiscard]] TrialResult run_trial(const TrialSetup& setup, const Announce& announce);

// Only makes the variant build its programs, which leaves them in the cache on disk. Never throws.
[[nodiscard]] TrialResult compile_trial(const CompileSetup& setup, const Announce& announce);

}  // namespace assay
