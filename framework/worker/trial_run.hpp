// One trial in progress, and how it ends. Internal to the worker: trial_runner and pair_runner put
// the steps in order.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "framework/measure/energy_blocks.hpp"
#include "framework/measure/sampler.hpp"
#include "framework/measure/verification_budget.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/device_watch.hpp"
#include "framework/worker/trial_failure.hpp"
#include "framework/worker/trial_inputs.hpp"
#include "framework/worker/trial_outputs.hpp"
#include "framework/worker/trial_runner.hpp"

namespace assay {

// Looked at however the trial ended: a changed input explains a wrong output and would spoil the
// trials to come.
void require_inputs_unchanged(const Instance& instance, TrialResult& result);

// However the trial ended, and whatever the variant made of it: a device that faulted serves no
// other trial, so that this one's status must have the worker replaced.
void report_fault(const device::Device& device, TrialResult& result);

// Every parameter of the variant bound to a value of its kind, in order of declaration. Conditional
// ones that are left out do not count and have their defaults.
[[nodiscard]] Bindings complete_configuration(const VariantDescription& variant,
                                              const Bindings& configuration);

// TrialFailure if the device is of another backend than the variant.
void require_backend(const VariantDescription& variant, const DeviceDescription& device);

// Has the variant build its programs. Seconds it took; 0 for a variant that compiles nothing.
[[nodiscard]] double compile_programs(const assay_variant& variant, assay_context& context,
                                      const assay_task& task);

// Waits for a turn where the trial is measured beside others. TrialFailure if it is to stop.
void await_turn(const TrialSetup& setup, Turn turn);

// The steps throw TrialFailure, or what plugins and devices let out, and are called in the order in
// which they stand.
class TrialRun {
 public:
  // Setup and result must outlive it.
  TrialRun(const TrialSetup& setup, TrialResult& result);
  ~TrialRun();
  TrialRun(const TrialRun&) = delete;
  TrialRun& operator=(const TrialRun&) = delete;

  void compile();
  void prepare();
  // One timed repetition, its inputs restored before the clock starts. Its outputs are not looked
  // at.
  [[nodiscard]] Sample repeat();
  // Judges the outputs of the first repetition, and what it left of the inputs.
  void verify_first();
  // What `next` returns, a repetition or several; the outputs are verified unless that would cost
  // more than it may (SamplingOptions::verification_share).
  [[nodiscard]] Sample verified(const std::function<Sample()>& next);
  [[nodiscard]] Sample verified_repeat() {
    return verified([this] { return repeat(); });
  }
  // The first sample is one that was verified already: a configuration so slow that it exhausts the
  // budget at once is not run again. Of energy it tells nothing.
  void sample(Sample first);
  // Once more and in full: catches a variant that leaves the work out after the first time, or
  // computes with what lies beyond its memory, which is another thing now.
  void verify_again();
  // Writes the outputs, as they were verified last, where the setup says so.
  void keep_outputs() const;
  void finish();

  // What the repetitions took so far, restoring included.
  [[nodiscard]] double elapsed_seconds() const { return elapsed_; }
  [[nodiscard]] std::vector<device::Device*> devices() { return context_.devices(); }
  // Attaches what the watch saw, and warns where the device slowed itself down.
  void tell(DeviceWatch& watch);

 private:
  // `next` takes a sample.
  template <class Next>
  void sample(DeviceWatch::Samples kind, Next next);
  // Repeats for SamplingOptions::warm_up_seconds; false if what was repeated so far took longer.
  bool warm_up();
  // Lets the others have their turns once this one has lasted long enough; true if it did.
  bool pass_turn();
  void require_not_stopped();
  [[nodiscard]] EnergyBlocks::Source energy_source();
  // Without counting it as measured.
  [[nodiscard]] Sample run_once();
  void restore();
  // Fails the trial unless it is right.
  void require_right(TrialOutputs::Found found);
  void require_inputs_as_they_were();  // restored
  // Whether the caches of the host's cores are no longer as a repetition of that length left them
  // once its outputs were looked at.
  [[nodiscard]] bool disturbs(double seconds) const;
  void attach(const std::vector<Fact>& facts);
  void require(assay_status status, const char* what);
  void destroy();

  const TrialSetup& setup_;
  const assay_variant& variant_;
  TrialResult& result_;
  assay_context context_;
  TrialOutputs outputs_;
  TrialInputs inputs_;
  VerificationBudget budget_;
  bool inputs_due_ = false;  // to be looked at once they are restored
  bool disturbed_ = false;   // the caches, by looking at outputs
  double last_seconds_ = 0;  // of the last repetition
  Bindings configuration_;
  BindingsView bound_;
  BindingsView arguments_;
  assay_task task_;
  assay_trial* trial_ = nullptr;
  double elapsed_ = 0;            // seconds spent on repetitions
  double warmed_up_ = 0;          // of them, before the first sample
  double turn_began_ = 0;         // of them
  std::size_t turn_samples_ = 0;  // that the turn in progress has taken
};

}  // namespace assay
