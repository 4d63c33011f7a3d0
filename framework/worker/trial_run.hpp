// A trial in progress, and how it ends. Internal to the worker: trial_runner and pair_runner put
// the steps in order.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "framework/kernel_file/plugin_values.hpp"
#include "framework/measure/energy_blocks.hpp"
#include "framework/measure/sampler.hpp"
#include "framework/measure/verification_budget.hpp"
#include "framework/worker/device_watch.hpp"
#include "framework/worker/trial_failure.hpp"
#include "framework/worker/trial_inputs.hpp"
#include "framework/worker/trial_outputs.hpp"
#include "framework/worker/trial_runner.hpp"
#include "framework/worker/trial_tensors.hpp"

namespace assay {

// Fails the trial if an input has changed. Called however the trial ended: a changed input explains
// a wrong output and would spoil the trials to come.
void require_inputs_unchanged(const Instance& instance, TrialResult& result);

// Fails the trial if the device has faulted. Called however the trial ended, and whatever the
// variant made of the fault: such a device serves no other trial, so that this status must have the
// worker replaced.
void report_fault(const device::Device& device, TrialResult& result);

// The configuration with every parameter of the variant bound to a value of its kind, in order of
// declaration. Conditional parameters that are left out do not count and have their defaults.
[[nodiscard]] Bindings complete_configuration(const VariantDescription& variant,
                                              const Bindings& configuration);

// Throws TrialFailure if the device is of another backend than the variant.
void require_backend(const VariantDescription& variant, const DeviceDescription& device);

// Throws TrialFailure if the variant is a dispatcher's and the pair that it chooses for these
// arguments is not for the instance; usage Error as DispatchedVariant::why_excluded does.
void require_suitable_pair(const LoadedVariant& variant, const Bindings& arguments,
                           const std::vector<Fact>& facts, const DeviceDescription& device);

// Makes the variant build its programs. Sets the seconds that it took, also if it throws; 0 for a
// variant that compiles nothing.
void compile_programs(const assay_variant& variant, assay_context& context, const assay_task& task,
                      double& seconds);

// Waits for a turn if the trial is measured alongside others. Throws TrialFailure if it is to stop.
void await_turn(const TrialSetup& setup, Turn turn);

// A trial in progress. The steps throw TrialFailure, or what plugins and devices throw, and are
// called in the order in which they are declared.
class TrialRun {
 public:
  // Setup and result must outlive the trial.
  TrialRun(const TrialSetup& setup, TrialResult& result);
  ~TrialRun();
  TrialRun(const TrialRun&) = delete;
  TrialRun& operator=(const TrialRun&) = delete;

  void compile();
  void prepare();
  // Does one timed repetition, whose inputs are restored before the clock starts. Its outputs are
  // not looked at.
  [[nodiscard]] Sample repeat();
  // Judges the outputs of the first repetition; inputs are checked once they are restored.
  void verify_first();
  // Returns the sample of `next`, which does a repetition or several; the outputs are verified
  // unless that would cost more than SamplingOptions::verification_share allows.
  [[nodiscard]] Sample verified(const std::function<Sample()>& next);
  [[nodiscard]] Sample verified_repeat() {
    return verified([this] { return repeat(); });
  }
  // Takes the samples. `first` is the repetition that was verified already, so that a configuration
  // so slow that it exhausts the budget at once is not run again; it says nothing about energy, nor
  // of a trial that asks before it samples, since others were at work beside it.
  void sample(Sample first);
  // Repeats and verifies once more and in full: this catches a variant that leaves the work out
  // after the first time, or computes with what lies beyond its memory, which has changed since.
  void verify_again();
  // Writes the outputs, as they were verified last, if the setup asks for them.
  void keep_outputs();
  void finish();

  // The seconds that the repetitions took so far, restoring included.
  [[nodiscard]] double elapsed_seconds() const { return elapsed_; }
  [[nodiscard]] std::vector<device::Device*> devices() { return context_.devices(); }
  // Attaches what the watch saw, and warns if the device slowed itself down.
  void tell(DeviceWatch& watch);

 private:
  // Takes samples from `next` until sampling is to end.
  template <class Next>
  void sample(DeviceWatch::Samples kind, Next next);
  // Whether the first repetition is a sample: only where it took all the time that samples may, and
  // more than what is paid once does (SamplingOptions::paid_once_seconds), by which a trial of few
  // samples would be judged.
  [[nodiscard]] bool counts_alone() const;
  // Repeats until SamplingOptions::warm_up_seconds have passed since the first repetition began.
  void warm_up();
  // Lets other trials have their turns once this one's has lasted long enough; true if it has.
  bool pass_turn();
  void require_not_stopped();
  [[nodiscard]] EnergyBlocks::Source energy_source();
  // Runs once without counting the time as measured.
  [[nodiscard]] Sample run_once();
  void restore();
  // Fails the trial if anything was written outside of its memory.
  void require_nothing_damaged();
  // Fails the trial unless its outputs are right.
  void require_right(TrialOutputs::Found found);
  void count(TrialOutputs::Found found);
  void require_inputs_as_they_were();  // called with inputs restored
  // Whether looking at the outputs of a repetition of that length leaves the caches of the host's
  // cores in another state than the repetition left them.
  [[nodiscard]] bool disturbs(double seconds) const;
  void attach(const std::vector<Fact>& facts);
  void require(assay_status status, const char* what);
  void destroy();

  const TrialSetup& setup_;
  const assay_variant& variant_;
  TrialResult& result_;
  assay_context context_;
  Bindings configuration_;
  BindingsView bound_;
  BindingsView arguments_;
  TrialTensors tensors_;
  TrialOutputs outputs_;
  TrialInputs inputs_;
  VerificationBudget budget_;
  bool inputs_due_ = false;  // inputs are to be checked once they are restored
  bool disturbed_ = false;   // looking at outputs has disturbed the caches
  double last_seconds_ = 0;  // of the last repetition
  assay_task task_;
  assay_trial* trial_ = nullptr;
  double elapsed_ = 0;            // seconds spent on repetitions
  double warmed_up_ = 0;          // elapsed_ at the end of the warm-up
  double turn_began_ = 0;         // elapsed_ at the beginning of the turn
  std::size_t turn_samples_ = 0;  // taken in the turn in progress
};

}  // namespace assay
