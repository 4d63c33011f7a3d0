#include "framework/worker/performance.hpp"

#include <utility>

#include "framework/device/measurable.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/trial_run.hpp"
#include "framework/worker/trial_tensors.hpp"

namespace assay {

Performance::Performance(const PerformanceSetup& setup)
    : variant_(*setup.variant.plugin),
      copies_outputs_(setup.variant.promises_copies()),
      context_(setup.device, setup.resources),
      configuration_(complete_configuration(setup.variant.description, setup.configuration)),
      bound_(configuration_),
      arguments_(setup.arguments),
      inputs_(setup.arena.inputs().begin(), setup.arena.inputs().end()),
      outputs_(setup.arena.outputs().begin(), setup.arena.outputs().end()),
      task_{sizeof(assay_task), inputs_.data(),    inputs_.size(),
            outputs_.data(),    outputs_.size(),   bound_.data(),
            bound_.size(),      arguments_.data(), arguments_.size()} {
  require_backend(setup.variant.description, setup.device.description());
  if (!configured_types(variant_, context_, task_).are_of(inputs_, outputs_)) {
    throw TrialFailure{TrialStatus::unsupported,
                       "the variant takes arrays in types of its own, which cannot be judged: name "
                       "a configuration that takes them in the problem's types"};
  }
  std::vector<Copies::Bytes> memory;
  for (const assay_tensor& tensor : inputs_) memory.push_back(memory_of(tensor));
  context_.copies().watch(std::move(memory));
}

Performance::~Performance() {
  try {
    destroy();
  } catch (...) {  // the trial has failed already; this adds nothing to the reason
  }
}

void Performance::destroy() {
  if (trial_ != nullptr) variant_.destroy(std::exchange(trial_, nullptr));
}

void Performance::compile() { compile_programs(variant_, context_, task_, compile_seconds_); }

void Performance::prepare() {
  destroy();
  const Stopwatch watch;
  require_ok(context_, variant_.prepare(&variant_, &host_table(), &context_, &task_, &trial_),
             "prepare");
  context_.finish();
  prepare_seconds_ = watch.seconds();
  locate_outputs();
}

void Performance::locate_outputs() {
  output_places_.clear();
  if (!copies_outputs_) return;
  context_.copies().begin_downloads(Copies::Downloads::noted);
  require_ok(context_, variant_.outputs(trial_), "outputs");
  const auto places = context_.copies().end_downloads();
  if (!places) return;
  for (const CopiedRange& place : *places) output_places_.push_back({place, std::nullopt});
}

void Performance::refresh() {
  for (const CopiedRange& range : context_.copies().uploads()) {
    range.device->write(nullptr, *range.buffer, range.offset, range.host, range.bytes);
  }
  context_.finish();
}

// In between nothing is copied, so that caches stay as the kernel left them.
void Performance::restore() {
  for (auto& [range, known] : output_places_) {
    const std::uint64_t now = digest({range.host, range.bytes}, seed_);
    if (known == now) continue;
    range.device->write(nullptr, *range.buffer, range.offset, range.host, range.bytes);
    known = now;
  }
  if (variant_.restore == nullptr) return;
  require_ok(context_, variant_.restore(trial_), "restore");
  context_.finish();
}

void Performance::flush_caches() {
  for (auto* device : context_.devices()) device->require<device::Measurable>().flush_caches();
}

Sample Performance::repeat() {
  context_.begin_sample();
  require_ok(context_, variant_.run(trial_), "run");
  return context_.end_sample();
}

void Performance::put_out() {
  if (variant_.outputs == nullptr) return;
  require_ok(context_, variant_.outputs(trial_), "outputs");
  context_.finish();
  for (auto& [range, known] : output_places_) known = digest({range.host, range.bytes}, seed_);
}

std::string Performance::finish() {
  destroy();
  return context_.buffer_damage();
}

}  // namespace assay
