// The candidate's side of a judged trial, which takes the judge's steps one by one.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/digest.hpp"
#include "framework/core/fact.hpp"
#include "framework/core/sample.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/worker/arena.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/trial_failure.hpp"

namespace assay {

// The setup of a performance. The problem's plugin need not be loaded: a performance knows inputs
// and outputs by their shapes alone, and no reference.
struct PerformanceSetup {
  const LoadedVariant& variant;
  device::Device& device;
  const HostResources& resources;
  const Bindings& configuration;
  const Bindings& arguments;  // of the instance, every one bound
  Arena& arena;
};

// The variant's trial, step by step. The steps throw TrialFailure, or what plugins and devices
// throw. Outputs and inputs are in the arena, and nothing is verified here.
class Performance {
 public:
  explicit Performance(const PerformanceSetup& setup);
  ~Performance();
  Performance(const Performance&) = delete;
  Performance& operator=(const Performance&) = delete;

  void compile();
  // Prepares the trial, after destroying an earlier one.
  void prepare();
  // Repeats the variant's copies of inputs from before it ran, since the inputs may have changed.
  void refresh();
  // Puts the arena's outputs where the variant has its own, if it promises that it only copies
  // them, and calls its restore. It precedes a repetition and is not timed.
  void restore();
  // Empties the caches of the devices.
  void flush_caches();
  // Does one timed repetition.
  [[nodiscard]] Sample repeat();
  // Makes the variant put its outputs into the arena.
  void put_out();
  // Destroys the trial. Returns "", or the damage that it did to the memory around its buffers.
  [[nodiscard]] std::string finish();

  [[nodiscard]] double compile_seconds() const { return compile_seconds_; }
  [[nodiscard]] double prepare_seconds() const { return prepare_seconds_; }
  [[nodiscard]] std::vector<Fact> facts() { return context_.facts(); }

 private:
  struct OutputPlace {
    CopiedRange range;
    std::optional<std::uint64_t> digest;  // of what lies there: copied from or to the arena last
  };
  void destroy();
  void locate_outputs();

  const assay_variant& variant_;
  bool copies_outputs_;
  assay_context context_;
  Bindings configuration_;
  BindingsView bound_;
  BindingsView arguments_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  assay_task task_;
  assay_trial* trial_ = nullptr;
  std::vector<OutputPlace> output_places_;
  std::uint64_t seed_ = drawn_seed();  // of digests
  double compile_seconds_ = 0;
  double prepare_seconds_ = 0;
};

}  // namespace assay
