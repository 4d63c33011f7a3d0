#include "framework/worker/trial_runner.hpp"

#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/trial_run.hpp"

namespace assay {
namespace {

// Constraints over facts of the instance are left to the trial, which has an instance.
void require_suitable_without_facts(const CompileSetup& setup) {
  try {
    require_suitable_pair(setup.variant, setup.arguments, {}, setup.device.description());
  } catch (const Error&) {
  }
}

}  // namespace

TrialResult run_trial(const TrialSetup& setup, const Announce& announce) {
  TrialResult result;
  result.agrees_with = setup.instance.agrees_with();
  settle(result, [&] {
    await_turn(setup, Turn::first);
    announce(Stage::reference);
    setup.instance.prepare_reference();
    TrialRun trial(setup, result);
    announce(Stage::compile);
    trial.compile();
    announce(Stage::prepare);
    trial.prepare();
    announce(Stage::run);
    Sample first = trial.repeat();
    trial.verify_first();
    await_turn(setup, Turn::sample);
    announce(Stage::sample);
    trial.sample(std::move(first));
    await_turn(setup, Turn::last);
    announce(Stage::verify);
    // A configuration that lost its race will not be named, and repeating it would cost most.
    const bool raced = result.stop == StopReason::raced;
    if (result.samples.size() > 1 && !raced) trial.verify_again();
    announce(Stage::keep);
    if (!raced) trial.keep_outputs();
    announce(Stage::finish);
    trial.finish();
  });
  report_fault(setup.device, result);
  announce(Stage::finish);
  require_inputs_unchanged(setup.instance, result);
  return result;
}

TrialResult compile_trial(const CompileSetup& setup, const Announce& announce) {
  TrialResult result;
  settle(result, [&] {
    require_backend(setup.variant.description, setup.device.description());
    require_suitable_without_facts(setup);
    assay_context context(setup.device, setup.resources);
    const Bindings configuration =
        complete_configuration(setup.variant.description, setup.configuration);
    const BindingsView bound(configuration);
    const auto inputs = tensors_without_data(setup.inputs);
    const auto outputs = tensors_without_data(setup.outputs);
    const BindingsView arguments(setup.arguments);
    const assay_task task{sizeof(assay_task), inputs.data(),    inputs.size(),
                          outputs.data(),     outputs.size(),   bound.data(),
                          bound.size(),       arguments.data(), arguments.size()};
    announce(Stage::compile);
    compile_programs(*setup.variant.plugin, context, task, result.compile_seconds);
    result.facts = context.take_facts();
  });
  return result;
}

}  // namespace assay
