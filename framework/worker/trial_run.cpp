#include "framework/worker/trial_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/digest.hpp"
#include "framework/core/error.hpp"
#include "framework/device/measurable.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
#include "framework/worker/dispatched_variant.hpp"

namespace assay {
namespace {

// Two fills, because an integer output may rightly be full of one of them. The fills between the
// first and the last repetition are drawn.
constexpr std::uint8_t first_poison = 0xFF;  // NaN in every floating-point type
constexpr std::uint8_t last_poison = 0xFE;

// The fewest samples of a turn: a shorter turn is of no use.
constexpr std::size_t fewest_samples_a_turn = 3;

}  // namespace

void await_turn(const TrialSetup& setup, Turn turn) {
  const bool beside_trials = setup.turn_seconds > 0 && turn != Turn::sample;
  const bool around_samples = turn == Turn::sample || turn == Turn::last;
  const bool asks = beside_trials || (setup.asks_to_sample && around_samples);
  if (!asks || setup.await_turn(turn)) return;
  throw TrialFailure{TrialStatus::stopped, "asked to stop"};
}

void require_inputs_unchanged(const Instance& instance, TrialResult& result) {
  if (result.status == TrialStatus::input_changed) return;
  const std::string changed = instance.changed_input();
  if (changed.empty()) return;
  const std::string consequence = result.ok() ? "" : fmt::format("; then: {}", result.message);
  result.status = TrialStatus::input_changed;
  result.message = fmt::format("{} was written to, though it is read-only{}", changed, consequence);
}

void report_fault(const device::Device& device, TrialResult& result) {
  const std::string fault = device.fault();
  if (fault.empty() || result.status == TrialStatus::device_error) return;
  result.status = TrialStatus::device_error;
  result.message = result.message.empty() || result.message == fault
                       ? fault
                       : fault + "; then: " + result.message;
}

Bindings complete_configuration(const VariantDescription& variant, const Bindings& configuration) {
  return bind_configuration(fmt::format("variant '{}'", variant.name), variant.parameters,
                            configuration);
}

void require_backend(const VariantDescription& variant, const DeviceDescription& device) {
  if (device.backend == variant.backend) return;
  throw TrialFailure{TrialStatus::unsupported,
                     fmt::format("variant '{}' runs on {}, but device '{}' is {}", variant.name,
                                 variant.backend, device.id, device.backend)};
}

void require_suitable_pair(const LoadedVariant& variant, const Bindings& arguments,
                           const std::vector<Fact>& facts, const DeviceDescription& device) {
  if (variant.dispatched == nullptr) return;
  const std::string why = variant.dispatched->why_excluded(arguments, facts, device);
  if (!why.empty()) throw TrialFailure{TrialStatus::unsupported, why};
}

void compile_programs(const assay_variant& variant, assay_context& context, const assay_task& task,
                      double& seconds) {
  seconds = 0;
  if (variant.compile == nullptr) return;
  const Stopwatch watch;
  const assay_status status = variant.compile(&variant, &host_table(), &context, &task);
  seconds = watch.seconds();
  require_ok(context, status, "compile");
}

TrialRun::TrialRun(const TrialSetup& setup, TrialResult& result)
    : setup_(setup),
      variant_(*setup.variant.plugin),
      result_(result),
      context_(setup.device, setup.resources, setup.instance.record().facts),
      configuration_(complete_configuration(setup.variant.description, setup.configuration)),
      bound_(configuration_),
      arguments_(setup.instance.record().arguments),
      tensors_(setup.instance, context_, variant_, bound_, arguments_),
      outputs_(setup.instance, tensors_, context_, setup.variant),
      inputs_(setup.instance, tensors_, context_),
      budget_(setup.sampling.verification_share, drawn_seed()),
      task_{sizeof(assay_task),
            tensors_.inputs().data(),
            tensors_.inputs().size(),
            outputs_.tensors().data(),
            outputs_.tensors().size(),
            bound_.data(),
            bound_.size(),
            arguments_.data(),
            arguments_.size()} {
  require_backend(setup.variant.description, setup.device.description());
  const InstanceRecord& instance = setup.instance.record();
  require_suitable_pair(setup.variant, instance.arguments, instance.facts,
                        setup.device.description());
  if (setup.variant.description.limits) context_.allow_limits();
  outputs_.poison(first_poison);
}

TrialRun::~TrialRun() {
  try {
    destroy();
  } catch (...) {  // the trial has failed already; this adds nothing to the reason
  }
}

void TrialRun::compile() {
  compile_programs(variant_, context_, task_, result_.compile_seconds);
  // Preparing checks the constraints that compiling could not.
  for (const Fact& fact : context_.take_facts()) {
    if (!fact.name.starts_with(unchecked_fact)) attach({fact});
  }
}

void TrialRun::prepare() {
  const Stopwatch watch;
  require(variant_.prepare(&variant_, &host_table(), &context_, &task_, &trial_), "prepare");
  context_.finish();
  outputs_.locate(trial_);
  result_.prepare_seconds = watch.seconds() - context_.limiting_seconds();
  context_.set_fact("prepare_seconds", result_.prepare_seconds, "s");
  restore();
  inputs_.remember();
}

void TrialRun::restore() {
  if (variant_.restore == nullptr) return;
  require(variant_.restore(trial_), "restore");
  context_.finish();
}

Sample TrialRun::repeat() {
  const Stopwatch watch;
  Sample sample = run_once();
  elapsed_ += watch.seconds();
  return sample;
}

Sample TrialRun::run_once() {
  restore();
  if (std::exchange(inputs_due_, false)) require_inputs_as_they_were();
  if (setup_.sampling.cache == CacheMode::cold) {
    for (auto* device : context_.devices()) device->require<device::Measurable>().flush_caches();
  }
  context_.begin_sample();
  require(variant_.run(trial_), "run");
  Sample sample = context_.end_sample();
  last_seconds_ = sample.seconds;
  return sample;
}

void TrialRun::verify_first() {
  const Stopwatch watch;
  const TrialOutputs::Found found = outputs_.compare(trial_);
  result_.verify_seconds += watch.seconds();
  require_right(found);
  count(found);
  // Inputs are checked before the next repetition: restoring them now might destroy outputs that
  // are kept.
  inputs_due_ = true;
  disturbed_ = disturbs(last_seconds_);
}

void TrialRun::require_nothing_damaged() {
  if (std::string damage = outputs_.damage(); !damage.empty()) {
    throw TrialFailure{TrialStatus::out_of_bounds, std::move(damage)};
  }
}

// What was written outside of buffers explains a wrong output. Otherwise it is found at the end.
void TrialRun::require_right(TrialOutputs::Found found) {
  using Found = TrialOutputs::Found;
  if (found == Found::known) return;
  if (found != Found::seen) require_nothing_damaged();
  const Verification& verdict = outputs_.verdict();
  result_.verification_error =
      std::max(verdict.error, result_.verification_error.value_or(verdict.error));
  attach(verdict.facts);
  if (found != Found::wrong) return;
  // A changed input explains a wrong output; an input that is restored before each repetition does
  // not.
  restore();
  if (std::string change = inputs_.change(); !change.empty()) {
    throw TrialFailure{TrialStatus::input_changed, change + "; then: " + verdict.message};
  }
  throw TrialFailure{verdict.status, verdict.message};
}

void TrialRun::count(TrialOutputs::Found found) {
  const bool in_full = found == TrialOutputs::Found::right;
  ++(in_full ? result_.verified.in_full : result_.verified.by_digest);
}

void TrialRun::require_inputs_as_they_were() {
  if (std::string change = inputs_.change(); !change.empty()) {
    throw TrialFailure{TrialStatus::input_changed, std::move(change)};
  }
}

Sample TrialRun::verified(const std::function<Sample()>& next) {
  const bool look = budget_.draws();
  Stopwatch watch;
  if (disturbed_) static_cast<void>(run_once());
  disturbed_ = false;
  if (look) outputs_.poison_lightly();
  double looking = watch.seconds();

  const double before = elapsed_;
  Sample sample = next();
  budget_.measured(elapsed_ - before);
  if (!look) {
    ++result_.verified.unverified;
    return sample;
  }
  watch.restart();
  const TrialOutputs::Found found = outputs_.look(trial_);
  require_right(found);
  count(found);
  disturbed_ = disturbs(last_seconds_);
  looking += watch.seconds();
  budget_.verified(looking);
  result_.verify_seconds += looking;
  return sample;
}

// Looking at outputs moves their lines away from the cores that wrote them, and they come back at
// about 1 GB/s where they are fetched one by one. Outputs larger than the caches were not in them
// before.
bool TrialRun::disturbs(double seconds) const {
  constexpr double bytes_per_second = 1e9;
  constexpr double noticed = 0.005;  // of a repetition
  constexpr double usual_cache = 32e6;
  const auto& device = setup_.device.description();
  if (!device.on_host_cores || setup_.sampling.cache != CacheMode::warm) return false;
  const auto bytes = static_cast<double>(outputs_.bytes());
  const auto cache = device.facts.find("l3_bytes");
  if (bytes > (cache == device.facts.end() ? usual_cache : cache->second)) return false;
  return bytes / bytes_per_second > noticed * seconds;
}

void TrialRun::sample(Sample first) {
  if (setup_.objective.is_energy()) {
    EnergyBlocks blocks(energy_source());
    sample(DeviceWatch::Samples::blocks, [&] {
      blocks.interrupt();
      return verified([&] { return blocks.next(); });
    });
  } else {
    std::optional<Sample> seen;
    if (counts_alone()) seen = std::move(first);
    const bool seen_earlier = seen.has_value();
    if (!seen) warm_up();
    sample(
        setup_.turn_seconds > 0 ? DeviceWatch::Samples::runs_in_turns : DeviceWatch::Samples::runs,
        [&] { return seen ? *std::exchange(seen, std::nullopt) : verified_repeat(); });
    // The device may have gone idle during the verification: the clock seen then is not that of the
    // sample.
    if (seen_earlier) result_.samples.front().clock_mhz.reset();
  }
}

bool TrialRun::counts_alone() const {
  return !setup_.asks_to_sample && elapsed_ > setup_.sampling.warm_up_seconds &&
         elapsed_ >= std::max(setup_.sampling.max_seconds, setup_.sampling.paid_once_seconds);
}

void TrialRun::warm_up() {
  while (elapsed_ <= setup_.sampling.warm_up_seconds) {
    require_not_stopped();
    static_cast<void>(pass_turn());
    static_cast<void>(repeat());
    ++turn_samples_;
  }
  warmed_up_ = elapsed_;
}

void TrialRun::verify_again() {
  require_nothing_damaged();
  const Stopwatch watch;
  outputs_.renew_guards();
  outputs_.poison(last_poison);
  static_cast<void>(repeat());
  const TrialOutputs::Found found = outputs_.compare(trial_);
  result_.verify_seconds += watch.seconds();
  require_right(found);
}

void TrialRun::keep_outputs() {
  if (!setup_.outputs_folder.empty()) outputs_.write(trial_, setup_.outputs_folder);
}

void TrialRun::finish() {
  restore();
  require_inputs_as_they_were();
  inputs_.keep();
  destroy();
  require_nothing_damaged();
  result_.facts = context_.facts();
}

template <class Next>
void TrialRun::sample(DeviceWatch::Samples kind, Next next) {
  Sampler sampler(setup_.sampling, setup_.objective);
  DeviceWatch watch(context_.devices(), kind);
  std::optional<StopReason> stop;
  const double verified_before = result_.verify_seconds;
  while (!stop) {
    require_not_stopped();
    // A sample of energy is a block of runs, and long enough to be a whole turn by itself. Between
    // turns, other trials fill the caches with their own data.
    const bool in_turns = kind == DeviceWatch::Samples::runs_in_turns;
    if (in_turns && pass_turn() && setup_.sampling.cache == CacheMode::warm) {
      sampler.set_aside(repeat());
    }
    Sample taken = next();  // which changes elapsed_
    stop = sampler.add(std::move(taken), elapsed_ - warmed_up_,
                       result_.verify_seconds - verified_before);
    ++turn_samples_;
    // Before sampling ends, the last samples must be known not to be slowed down.
    const DeviceWatch::Seen seen = watch.look(stop.has_value());
    sampler.set_clock(seen.clock_mhz);
    if (seen.slowed > 0 && sampler.slowed_down(seen.slowed, elapsed_ - warmed_up_)) stop.reset();
  }
  result_.stop = *stop;
  result_.samples = sampler.take_samples();
  tell(watch);
}

bool TrialRun::pass_turn() {
  if (setup_.turn_seconds <= 0 || turn_samples_ < fewest_samples_a_turn) return false;
  if (elapsed_ - turn_began_ < setup_.turn_seconds) return false;
  await_turn(setup_, Turn::next);
  turn_began_ = elapsed_;
  turn_samples_ = 0;
  return true;
}

void TrialRun::require_not_stopped() {
  if (setup_.asked_to_stop()) throw TrialFailure{TrialStatus::stopped, "asked to stop"};
}

void TrialRun::tell(DeviceWatch& watch) {
  attach(watch.facts());
  if (watch.throttle_reasons().empty()) return;
  fmt::print(stderr, "warning: the device was slowed down while it was measured: {}\n",
             watch.throttle_reasons());
}

void TrialRun::attach(const std::vector<Fact>& facts) {
  for (const Fact& fact : facts)
    context_.set_fact(fact.name.c_str(), fact.value, fact.unit.c_str());
}

EnergyBlocks::Source TrialRun::energy_source() {
  const auto joules = [this] {
    const auto told = energy_joules(context_.devices());
    if (told) return *told;
    throw TrialFailure{TrialStatus::unsupported, fmt::format("the device {} reports no energy",
                                                             setup_.device.description().id)};
  };
  return {[this] { return repeat(); }, joules, [watch = Stopwatch()] { return watch.seconds(); }};
}

void TrialRun::require(assay_status status, const char* what) {
  require_ok(context_, status, what);
}

void TrialRun::destroy() {
  if (trial_ != nullptr) variant_.destroy(std::exchange(trial_, nullptr));
}

}  // namespace assay
