// What a supervisor asks of a worker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/core/instance_record.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/sampling_options.hpp"
#include "framework/core/value.hpp"

namespace assay {

struct InstanceKey {
  std::string problem;
  Bindings arguments;  // may leave out arguments that keep their defaults
};

// A snapshot of an instance that a worker created and other workers of this host may take over.
struct SnapshotOffer {
  std::string key;   // the worker's own: tells what the instance was created from
  std::string path;  // where it is found while the process that holds it lives
};

struct TrialRequest {
  InstanceKey instance;
  std::string variant;
  std::string build_id;    // "" takes the only loaded build
  std::string device;      // id or name; "" takes the first of the variant's backend
  Bindings configuration;  // every parameter bound
  // The shapes of the instance's record. Compiling needs nothing else of an instance; where they
  // are missing, the instance is created to find them out.
  std::vector<TensorShape> inputs;
  std::vector<TensorShape> outputs;
  SamplingOptions sampling;
  Objective objective;                // what the stopping rule looks at
  double compile_limit_seconds = 60;  // for compiling and preparing
  double run_limit_seconds = 30;      // for one repetition, and for verification
  // A folder of the worker's host, as an absolute path, in which run_trial() leaves the outputs of
  // a verified trial, one `<tensor>.npy` each; a trial that lost its race leaves none. "": no
  // outputs are kept.
  std::filesystem::path outputs_folder = {};
  // How long one turn of the trial lasts, if it is measured alongside others that sample in turns:
  // a sample that warms up the caches and at least three that count; for energy, all of its
  // samples. 0: it does not wait for others.
  double turn_seconds = 0;
  // Whether it asks before it samples, and tells when it has: what else works on its cores then
  // stands still.
  bool asks_to_sample = false;
  // Whether its device computes on the cores of the worker's host. If so, the process is stopped
  // while it waits for a turn after its first: threads that spin for more work (of OpenMP, of BLAS)
  // would take those cores from the trial that samples.
  bool on_host_cores = false;
};

// Two sides measured in pairs (run_pairs of pair_runner.hpp). `baseline.sampling` counts pairs.
struct PairRequest {
  TrialRequest baseline;
  std::string candidate_variant;
  std::string candidate_build_id;
  Bindings candidate_configuration;
  std::uint64_t seed = 0;  // draws the order
};

}  // namespace assay
