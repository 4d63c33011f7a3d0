#include "framework/tuner/online_impl.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/paths.hpp"
#include "framework/inference/median.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/launch_space.hpp"
#include "framework/measure/clock.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "framework/worker/trial_failure.hpp"

namespace assay {
namespace {

// An instance whose inputs are whatever the program has; in place of their digest.
constexpr const char* inputs_of_program = "of the program";

std::unique_ptr<device::Accelerator> adopted(NativeQueue queue, const std::string& place) {
  const device::DeviceOptions options{cache_folder().string()};
  try {
    return queue.backend() == NativeQueue::Backend::cuda
               ? device::adopt_cuda(queue.handle(), options)
               : device::adopt_opencl(queue.handle(), options);
  } catch (const device::DeviceError& error) {
    throw usage_error("{}: {}", place, error.what());
  }
}

Contender contender_of(const KernelDescription& kernel, const DeviceDescription& device) {
  Contender contender;
  contender.variant.name = kernel.name;
  contender.variant.problem = kernel.problem;
  contender.variant.doc = "A kernel of a program.";
  contender.variant.backend = device.backend;
  contender.variant.plugin = std::filesystem::path(kernel.source.text).filename().string();
  contender.variant.build_id = content_id(kernel, nullptr);
  contender.variant.parameters = contender.parameters = kernel.parameters;
  contender.variant.constraints = contender.constraints = launch_constraints(kernel);
  contender.device = device;
  return contender;
}

Bindings bindings_of(const OnlineTuner::Numbers& numbers) {
  Bindings bindings;
  for (const auto& [name, value] : numbers) bindings.emplace_back(name, value.value());
  return bindings;
}

// Checks that `given` has exactly the names in `wanted`, each once. `one` is what messages call one
// of them.
template <class Items>
void require_names(const std::string& place, const char* one, const Items& given,
                   const std::vector<std::string>& wanted) {
  std::set<std::string> seen;
  for (const auto& [name, item] : given) {
    if (std::ranges::find(wanted, name) == wanted.end()) {
      throw usage_error("{}: no kernel takes a {} '{}'; {}", place, one, name,
                        wanted.empty() ? "they take none" : did_you_mean(name, wanted));
    }
    if (!seen.insert(name).second) {
      throw usage_error("{}: the {} '{}' is given twice", place, one, name);
    }
  }
  for (const std::string& name : wanted) {
    if (!seen.contains(name)) {
      throw usage_error("{}: the {} '{}' is missing; the kernels take {}", place, one, name,
                        fmt::join(wanted, ", "));
    }
  }
}

}  // namespace

OnlineTuner::Impl::Impl(const Described& described, NativeQueue queue, const Numbers& given)
    : place_(fmt::format("tuner '{}', OnlineTuner", described.scenario.name)),
      progress_(described.progress),
      arguments_(bindings_of(given)) {
  problem_ = online_problem(
      described.scenario.name, place_, described.scenario.kernels.kernels,
      queue.backend() == NativeQueue::Backend::cuda ? ASSAY_CUDA : ASSAY_OPENCL, arguments_);
  device_ = adopted(queue, place_);
  adopted_ = &device_->require<device::Adopted>();
  kept_ = adopted_->keep_thread();
  if (!adopted_->default_queue_is_timed()) timed_queue_ = device_->create_queue(false);
  open_space(described);
  compile_on(1);
  if (!described.store_file.empty()) open_records(described);
  kept_.reset();
}

OnlineTuner::Impl::~Impl() {
  compiler_.reset();
  kept_ = adopted_->keep_thread();
  try {
    device_->finish(nullptr);  // steps that were only enqueued
    if (records_ != nullptr && search->decided()) records_->finish();
  } catch (const std::exception&) {
    // The program finds out about its work when it waits itself; the run counts as interrupted.
  }
}

void OnlineTuner::Impl::open_space(const Described& described) {
  const Scenario& scenario = described.scenario;
  instance_.key = {scenario.name, arguments_};
  instance_.record.problem = scenario.name;
  instance_.record.arguments = arguments_;
  instance_.record.input_digest = inputs_of_program;
  instance_.record.work = described.work;
  for (const KernelDescription& kernel : problem_.kernels) {
    contenders_.push_back(contender_of(kernel, device_->description()));
  }
  space_ = std::make_unique<SearchedSpace>(instance_, contenders_);
  require_strategy(scenario.tune.strategy);
  search = std::make_unique<OnlineSearch>(
      make_strategy(scenario.tune.strategy, space_->space(), scenario.tune.seed),
      OnlineBudget{scenario.tune.trial_budget(),
                   scenario.tune.seconds.value_or(default_search_seconds), scenario.finals.margin},
      scenario.tune.seed);
}

void OnlineTuner::Impl::open_records(const Described& described) {
  records_ = std::make_unique<OnlineRecords>(described.store_file, described.scenario.name,
                                             instance_.record, contenders_);
  for (const auto& [contender, configuration, median] : records_->recall()) {
    // A configuration without an index lies outside the space as the program narrows it now.
    if (const auto index = space_->index_of(*contender, configuration)) {
      search->recall(*index, median);
    }
  }
}

std::string OnlineTuner::Impl::label(std::uint64_t index) const {
  const auto choice = space_->at(index);
  return fmt::format("{} {}", choice.contender->variant.name, to_string(choice.configuration));
}

OnlineKernel::Buffers OnlineTuner::Impl::borrowed(const Buffers& buffers) const {
  OnlineKernel::Buffers result;
  for (const auto& [name, buffer] : buffers) {
    try {
      result[name] = adopted_->borrow(buffer.handle());
    } catch (const device::DeviceError& error) {
      throw usage_error("{}, buffer '{}': {}", place_, name, error.what());
    }
  }
  return result;
}

Bindings OnlineTuner::Impl::bound(const Numbers& values) const {
  const Bindings given = bindings_of(values);
  Bindings bindings;
  for (const std::string& name : problem_.values) bindings.emplace_back(name, *find(given, name));
  return bindings;
}

const KernelDescription& OnlineTuner::Impl::kernel_of(const SearchedSpace::Choice& choice) const {
  return problem_.kernels[static_cast<std::size_t>(choice.contender - contenders_.data())];
}

void OnlineTuner::Impl::compile_on(std::size_t threads) {
  if (compiler_ != nullptr && compiler_->threads() == threads) return;
  compiler_.reset();
  compiler_ = std::make_unique<OnlineCompiler>(threads, [this](std::uint64_t index) {
    const SearchedSpace::Choice choice = space_->at(index);
    return compile_online(*device_, kernel_of(choice), choice.configuration, arguments_);
  });
  search->look_ahead(threads);
}

std::optional<std::uint64_t> OnlineTuner::Impl::choose() {
  const auto is_compiled = [&](std::uint64_t index) { return programs_.contains(index); };
  for (;;) {
    const auto coming = search->coming();
    if (coming.empty()) return std::nullopt;
    if (!take_compiled(coming)) continue;  // others are to come
    const auto next = search->next(is_compiled);
    std::vector<std::uint64_t> missing;
    std::ranges::copy_if(coming, std::back_inserter(missing), std::not_fn(is_compiled));
    // Drivers may put off much of their work until the first launch, which then waits for whatever
    // else they compile.
    const bool is_first_launch = next && programs_.at(*next).kernel == nullptr;
    compiler_->want(missing, is_first_launch);
    fills_in_ = !next;
    if (next) return next;
    if (compiler_->threads() > 0) {
      if (const auto best = search->best(is_compiled)) return best;
    }
    compiler_->wait();
  }
}

bool OnlineTuner::Impl::take_compiled(const std::vector<std::uint64_t>& coming) {
  bool all = true;
  for (OnlineCompiler::Compiled& compiled : compiler_->take()) {
    const std::uint64_t index = compiled.index;
    if (std::ranges::find(coming, index) == coming.end()) continue;
    if (search->searching()) search->spend(compiled.seconds);
    if (compiled.result.ok()) {
      programs_.emplace(index, Program{space_->at(index), std::move(compiled.program), nullptr,
                                       compiled.seconds});
    } else {
      drop(index, std::move(compiled.result));
      all = false;
    }
  }
  return all;
}

void OnlineTuner::Impl::prepare(Program& program, const Bindings& values, TrialResult& result) {
  std::string mistake;  // of the program's values, for which no configuration is to blame
  settle(result, [&] {
    if (program.kernel == nullptr) {
      program.kernel = std::make_unique<OnlineKernel>(*device_, std::move(program.code),
                                                      kernel_of(program.choice),
                                                      program.choice.configuration, arguments_);
    }
    try {
      program.kernel->prepare(values);
    } catch (const Error& error) {
      if (program.kernel->fails_by(values)) mistake = error.what();
      throw;
    }
  });
  if (!mistake.empty()) throw usage_error("{}", mistake);
}

void OnlineTuner::Impl::launch(OnlineKernel& kernel, const OnlineKernel::Buffers& buffers,
                               TrialResult& result) {
  const bool timed = !search->decided();
  std::string mistake;
  sample_.reset();
  settle(result, [&] {
    device_->set_label(timed ? 0 : device::untimed);
    if (timed) device_->finish(nullptr);
    device::Queue* queue = timed ? timed_queue_.get() : nullptr;
    const Stopwatch watch;
    try {
      kernel.launch(queue, buffers);
    } catch (const device::DeviceError& error) {
      if (error.status() == ASSAY_INVALID) mistake = error.what();
      throw;
    }
    if (!timed) return;
    device_->finish(queue);
    Sample& sample = sample_.emplace();
    sample.seconds = watch.seconds();
    const std::vector<double> seconds = device_->collect_device_seconds();
    sample.device_seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  });
  if (result.ok()) return;
  sample_.reset();
  wait_after_failure();
  // No configuration can be launched with such arguments, and none is to blame.
  if (!mistake.empty()) throw usage_error("{}: {}", place_, mistake);
}

// Leaves no work of a failed step behind, nor its events.
void OnlineTuner::Impl::wait_after_failure() {
  try {
    static_cast<void>(device_->collect_device_seconds());
  } catch (const device::DeviceError&) {
    // It repeats what is known already.
  }
  const std::string fault = device_->fault();
  if (!fault.empty()) {
    throw environment_error("{}: the context of the program can do no more work: {}", place_,
                            fault);
  }
}

OnlineTuner::Step OnlineTuner::Impl::run(const Buffers& buffers, const Numbers& values) {
  require_names(place_, "buffer", buffers, problem_.arrays);
  require_names(place_, "value", values, problem_.values);
  const auto kept = adopted_->keep_thread();
  const OnlineKernel::Buffers memory = borrowed(buffers);
  const Bindings numbers = bound(values);
  for (;;) {
    running_ = choose();
    if (!running_) {
      throw usage_error("{}: no configuration is left that works:\n{}", place_,
                        fmt::join(reasons_, "\n"));
    }
    const Stopwatch watch;
    Program& program = programs_.at(*running_);
    Step step{program.choice.contender->variant.name,
              Configuration(program.choice.configuration),
              {},
              true,
              ""};
    TrialResult result;
    prepare(program, numbers, result);
    const bool launched = result.ok();
    if (launched) launch(*program.kernel, memory, result);
    if (search->searching() && !fills_in_) search->spend(watch.seconds());
    if (result.ok()) {
      if (sample_) step.seconds = sample_->device_seconds;
      if (fills_in_) sample_.reset();
      return step;
    }
    const bool half_done = launched && program.kernel->enqueued() > 0;
    step.trouble = fmt::format("{}: {}", to_string(result.status), result.message);
    drop(*running_, std::move(result));
    if (!half_done) continue;
    step.right = false;
    running_.reset();
    return step;
  }
}

OnlineTuner::Step OnlineTuner::Impl::judged(Step step) {
  if (!running_) return step;
  const std::uint64_t index = *running_;
  if (is_right && !verified_.contains(index)) {
    if (search->decided()) {
      const auto kept = adopted_->keep_thread();
      device_->finish(nullptr);
    }
    if (!is_right(step.configuration)) {
      TrialResult wrong;
      wrong.status = TrialStatus::wrong_output;
      wrong.message = "the program finds the outputs wrong";
      step.right = false;
      step.trouble = wrong.message;
      drop(index, std::move(wrong));
      return step;
    }
    verified_.insert(index);
  }
  const auto kept = adopted_->keep_thread();
  if (sample_) take_in(index, *sample_);
  return step;
}

void OnlineTuner::Impl::take_in(std::uint64_t index, Sample sample) {
  const bool searching = search->searching();
  const std::uint64_t known = search->known();
  sample.warm_up = !search->succeed(index, sample.device_seconds);
  samples_[index].push_back(std::move(sample));
  if (searching && search->known() > known) {
    TrialResult result;
    result.status = TrialStatus::ok;
    record(index, std::move(result), "search");
    keep_programs();
  }
  if (search->decided()) note_decision();
}

void OnlineTuner::Impl::note_decision() {
  for (const std::uint64_t index : search->leaders()) {
    TrialResult result;
    result.status = TrialStatus::ok;
    record(index, std::move(result), "final");
  }
  samples_.clear();
  keep_programs();
  const Best best = best_of(*search->best());
  std::vector<std::string> rivals;
  for (const std::uint64_t index : search->rivals()) rivals.push_back(label(index));
  say(fmt::format(
      "tuned: {} {}: {:.4g} us [{:.4g}, {:.4g}]{}", best.variant, best.configuration.str(),
      1e6 * best.seconds, 1e6 * best.lower, 1e6 * best.upper,
      rivals.empty() ? "" : fmt::format("; not told apart: {}", fmt::join(rivals, ", "))));
}

void OnlineTuner::Impl::drop(std::uint64_t index, TrialResult result) {
  const std::string line =
      fmt::format("{}: {}: {}", label(index), to_string(result.status), result.message);
  reasons_.insert(line);
  say(line);
  search->fail(index);
  record(index, std::move(result), "search");
  programs_.erase(index);
}

// The work of the step is done, whatever becomes of its record.
void OnlineTuner::Impl::record(std::uint64_t index, TrialResult result, const std::string& stage) {
  result.samples = std::exchange(samples_[index], {});
  samples_.erase(index);
  if (records_ == nullptr) return;
  const auto program = programs_.find(index);
  if (program != programs_.end()) result.compile_seconds = program->second.compile_seconds;
  const auto counted = std::ranges::count_if(result.samples, &Sample::counts);
  result.verified.unverified = static_cast<std::uint64_t>(counted);
  if (verified_.contains(index)) result.verification_error = 0;
  const auto choice = space_->at(index);
  try {
    records_->record(*choice.contender, choice.configuration, result, stage);
  } catch (const Error& error) {
    say(fmt::format("nothing is recorded any more: {}", error.what()));
    records_.reset();
  }
}

// Drops programs that are not likely to run again.
void OnlineTuner::Impl::keep_programs() {
  std::vector<std::uint64_t> kept = search->coming();
  if (!search->decided()) {
    for (const std::uint64_t index : search->front()) kept.push_back(index);
  }
  for (auto program = programs_.begin(); program != programs_.end();) {
    if (std::ranges::find(kept, program->first) != kept.end()) {
      ++program;
      continue;
    }
    search->cool(program->first);
    program = programs_.erase(program);
  }
}

Best OnlineTuner::Impl::best_of(std::uint64_t index) const {
  const auto choice = space_->at(index);
  const std::vector<double> seconds = search->seconds_of(index);
  constexpr double confidence = 0.95;
  // What earlier runs of the program recorded counts, but has no samples here.
  const double median = search->tried(index).outcome.value_or(0);
  const Interval interval = seconds.empty()
                                ? Interval{median, 0, std::numeric_limits<double>::infinity()}
                                : inference::median_interval(seconds, confidence);
  return {choice.contender->variant.name,
          Configuration(choice.configuration),
          interval.median,
          interval.lower,
          interval.upper,
          seconds.size()};
}

}  // namespace assay
