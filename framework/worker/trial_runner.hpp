#pragma once

#include <filesystem>
#include <functional>

#include "framework/core/trial.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/plugins.hpp"

namespace assay {

// What a trial is made of, all of it borrowed.
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
  // Where the outputs go, if anywhere: see TrialRequest.
  std::filesystem::path outputs_folder = {};
};

// What compiling is told, all of it borrowed: of the tensors only their shapes.
struct CompileSetup {
  const LoadedVariant& variant;
  const std::vector<TensorShape>& inputs;
  const std::vector<TensorShape>& outputs;
  device::Device& device;
  const HostResources& resources;
  const Bindings& configuration;
  const Bindings& arguments;  // of the instance, every one bound
};

// The steps of a trial, so that a supervisor can limit each.
enum class Stage {
  instance,   // creating the instance
  reference,  // computing the reference
  compile,
  prepare,
  run,     // the first repetition and its verification
  sample,  // warm-up and timed repetitions
  verify,  // one more repetition with outputs poisoned anew, and its verification
  keep,    // its outputs become files, where that is asked for
  finish,  // the variant cleans up
};
[[nodiscard]] const char* to_string(Stage stage);
[[nodiscard]] Stage stage_from(const std::string& name);

using Announce = std::function<void(Stage)>;

// Compiles, prepares, verifies, measures, verifies again. Never throws: what goes wrong is the
// result's status.
[[nodiscard]] TrialResult run_trial(const TrialSetup& setup, const Announce& announce);

// Only has the variant build its programs, which leaves them in the cache on disk. Never throws.
[[nodiscard]] TrialResult compile_trial(const CompileSetup& setup, const Announce& announce);

}  // namespace assay
