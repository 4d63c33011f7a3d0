#include "framework/worker/trial_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

// Two fills, because an integer output may rightly be full of one of them.
constexpr std::uint8_t first_poison = 0xFF;  // NaN in every floating-point type
constexpr std::uint8_t last_poison = 0xFE;

TrialStatus trial_status(assay_status status) {
  switch (status) {
    case ASSAY_OK:
      return TrialStatus::ok;
    case ASSAY_INVALID:
      return TrialStatus::invalid;
    case ASSAY_UNSUPPORTED:
      return TrialStatus::unsupported;
    case ASSAY_OUT_OF_MEMORY:
      return TrialStatus::out_of_memory;
    case ASSAY_COMPILE_ERROR:
      return TrialStatus::compile_error;
    case ASSAY_DEVICE_ERROR:
      return TrialStatus::device_error;
    case ASSAY_DATA_ERROR:
    case ASSAY_INTERNAL:
      break;
  }
  return TrialStatus::error;
}

void require_ok(assay_context& context, assay_status status, const char* what) {
  if (status == ASSAY_OK) return;
  std::string reason = context.take_message();
  if (reason.empty()) reason = fmt::format("'{}' failed without giving a reason", what);
  throw TrialFailure{trial_status(status), std::move(reason)};
}

// A turn is too short to be of use with fewer samples.
constexpr std::size_t fewest_samples_a_turn = 3;

}  // namespace

void settle(TrialResult& result, const std::function<void()>& body) {
  const auto end = [&](TrialStatus status, const std::string& message) {
    result.status = status;
    result.message = message;
  };
  try {
    body();
    end(TrialStatus::ok, "");
  } catch (const TrialFailure& failure) {
    end(failure.status, failure.message);
  } catch (const std::bad_alloc&) {
    end(TrialStatus::out_of_memory, "out of host memory");
  } catch (const device::DeviceError& error) {
    end(trial_status(error.status()), error.what());
  } catch (const Error& error) {
    end(error.kind() == ErrorKind::usage ? TrialStatus::invalid : TrialStatus::error, error.what());
  } catch (const std::exception& error) {
    end(TrialStatus::error, fmt::format("the plugin let an exception out: {}", error.what()));
  } catch (...) {
    end(TrialStatus::error, "the plugin let something out that is no std::exception");
  }
}

void await_turn(const TrialSetup& setup, Turn turn) {
  if (setup.turn_seconds <= 0 || setup.await_turn(turn)) return;
  throw TrialFailure{TrialStatus::stopped, "asked to stop"};
}

void require_inputs_unchanged(const Instance& instance, TrialResult& result) {
  if (instance.inputs_unchanged()) return;
  const std::string consequence = result.ok() ? "" : fmt::format("; then: {}", result.message);
  result.status = TrialStatus::input_changed;
  result.message = "the variant wrote into an input" + consequence;
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
  Bindings complete;
  std::vector<std::string> known;
  for (const Parameter& parameter : variant.parameters) {
    const Value* value = find(configuration, parameter.name);
    if (value == nullptr && !parameter.condition.empty()) value = &parameter.default_value;
    if (value == nullptr) throw usage_error("parameter '{}' is not bound", parameter.name);
    if (value->index() != parameter.default_value.index()) {
      throw usage_error("parameter '{}' is {}, not {} ({})", parameter.name,
                        kind_name(parameter.default_value), kind_name(*value), to_string(*value));
    }
    complete.emplace_back(parameter.name, *value);
    known.push_back(parameter.name);
  }
  for (const auto& [name, _] : configuration) {
    if (find(complete, name) == nullptr) {
      throw usage_error("variant '{}' has no parameter '{}'; {}", variant.name, name,
                        did_you_mean(name, known));
    }
  }
  return complete;
}

void require_backend(const VariantDescription& variant, const DeviceDescription& device) {
  if (device.backend == variant.backend) return;
  throw TrialFailure{TrialStatus::unsupported,
                     fmt::format("variant '{}' runs on {}, device '{}' is {}", variant.name,
                                 variant.backend, device.id, device.backend)};
}

double compile_programs(const assay_variant& variant, assay_context& context,
                        const assay_task& task) {
  if (variant.compile == nullptr) return 0;
  const Stopwatch watch;
  require_ok(context, variant.compile(&variant, &host_table(), &context, &task), "compile");
  return watch.seconds();
}

TrialRun::TrialRun(const TrialSetup& setup, TrialResult& result)
    : setup_(setup),
      variant_(*setup.variant.plugin),
      result_(result),
      context_(setup.device, setup.resources),
      outputs_(setup.instance.outputs()),
      configuration_(complete_configuration(setup.variant.description, setup.configuration)),
      bound_(configuration_),
      arguments_(setup.instance.record().arguments),
      task_{sizeof(assay_task),
            setup.instance.inputs().data(),
            setup.instance.inputs().size(),
            outputs_.tensors().data(),
            outputs_.tensors().size(),
            bound_.data(),
            bound_.size(),
            arguments_.data(),
            arguments_.size()} {
  require_backend(setup.variant.description, setup.device.description());
  outputs_.poison(first_poison);
}

TrialRun::~TrialRun() {
  try {
    destroy();
  } catch (...) {  // the trial has failed already, and this adds nothing to its reason
  }
}

void TrialRun::compile() { result_.compile_seconds = compile_programs(variant_, context_, task_); }

void TrialRun::prepare() {
  const Stopwatch watch;
  require(variant_.prepare(&variant_, &host_table(), &context_, &task_, &trial_), "prepare");
  context_.finish();
  result_.prepare_seconds = watch.seconds();
  context_.set_fact("prepare_seconds", result_.prepare_seconds, "s");
}

Sample TrialRun::repeat() {
  const Stopwatch watch;
  if (variant_.restore != nullptr) {
    require(variant_.restore(trial_), "restore");
    context_.finish();
  }
  if (setup_.sampling.cache == CacheMode::cold) {
    for (auto* device : context_.devices()) device->flush_caches();
  }
  context_.begin_sample();
  require(variant_.run(trial_), "run");
  Sample sample = context_.end_sample();
  elapsed_ += watch.seconds();
  return sample;
}

void TrialRun::verify(std::uint8_t poison) {
  const Stopwatch watch;
  if (variant_.outputs != nullptr) require(variant_.outputs(trial_), "outputs");
  require_in_bounds();
  const Verification verdict = setup_.instance.verify(outputs_.tensors(), poison);
  result_.verification_error =
      std::max(verdict.error, result_.verification_error.value_or(verdict.error));
  attach(verdict.facts);
  result_.verify_seconds += watch.seconds();
  if (verdict.status != TrialStatus::ok) throw TrialFailure{verdict.status, verdict.message};
}

void TrialRun::verify_first() { verify(first_poison); }

void TrialRun::sample(Sample first) {
  if (setup_.objective.is_energy()) {
    EnergyBlocks blocks(energy_source());
    sample(DeviceWatch::Samples::blocks, [&] { return blocks.next(); });
  } else {
    std::optional<Sample> verified;
    if (!warm_up()) verified = std::move(first);
    sample(
        setup_.turn_seconds > 0 ? DeviceWatch::Samples::runs_in_turns : DeviceWatch::Samples::runs,
        [&] { return verified ? *std::exchange(verified, std::nullopt) : repeat(); });
    // The device may have gone idle while it was verified: the clock seen then is not its own.
    result_.samples.front().clock_mhz.reset();
  }
}

bool TrialRun::warm_up() {
  if (elapsed_ > setup_.sampling.warm_up_seconds) return false;
  while (elapsed_ <= setup_.sampling.warm_up_seconds) {
    require_not_stopped();
    static_cast<void>(pass_turn());
    static_cast<void>(repeat());
    ++turn_samples_;
  }
  warmed_up_ = elapsed_;
  return true;
}

void TrialRun::verify_again() {
  outputs_.poison(last_poison);
  static_cast<void>(repeat());
  verify(last_poison);
}

void TrialRun::keep_outputs() const {
  if (!setup_.outputs_folder.empty()) outputs_.write(setup_.outputs_folder);
}

void TrialRun::finish() {
  destroy();
  require_in_bounds();
  result_.facts = context_.facts();
}

template <class Next>
void TrialRun::sample(DeviceWatch::Samples kind, Next next) {
  Sampler sampler(setup_.sampling, setup_.objective);
  DeviceWatch watch(context_.devices(), kind);
  std::optional<StopReason> stop;
  while (!stop) {
    require_not_stopped();
    // A sample of energy is a block of runs and long enough to be a turn's worth by itself. Between
    // turns the others fill the caches with what is theirs.
    const bool in_turns = kind == DeviceWatch::Samples::runs_in_turns;
    if (in_turns && pass_turn() && setup_.sampling.cache == CacheMode::warm) {
      sampler.set_aside(repeat());
    }
    stop = sampler.add(next(), elapsed_ - warmed_up_);
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
    throw TrialFailure{TrialStatus::unsupported, fmt::format("the device {} tells no energy",
                                                             setup_.device.description().id)};
  };
  return {[this] { return repeat(); }, joules, [watch = Stopwatch()] { return watch.seconds(); }};
}

void TrialRun::require(assay_status status, const char* what) {
  require_ok(context_, status, what);
}

void TrialRun::require_in_bounds() {
  std::string damage = outputs_.damage();
  if (damage.empty()) damage = context_.buffer_damage();
  if (!damage.empty()) throw TrialFailure{TrialStatus::out_of_bounds, std::move(damage)};
}

void TrialRun::destroy() {
  if (trial_ != nullptr) variant_.destroy(std::exchange(trial_, nullptr));
}

}  // namespace assay
