#include "framework/guard/programs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/random.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/guard/clock_step.hpp"
#include "framework/inference/median.hpp"
#include "framework/measure/clock.hpp"
#include "framework/store/foreign_file.hpp"
#include "framework/store/recorded_search.hpp"

namespace assay::guard {
namespace {

constexpr const char* programs_stage = "guard";
constexpr const char* placeholder = "{output}";

// The command with its output file in every place where programs may look for it.
std::string with_output(const std::string& command, const std::string& file) {
  std::string text = fmt::format("export BENCHMARK_OUT={} BENCHMARK_OUT_FORMAT=json; {}",
                                 shell_quoted(file), command);
  const std::string name = placeholder;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    text.replace(at, name.size(), shell_quoted(file));
  }
  return text;
}

// Runs the command and returns its named benchmarks. Throws Error whose text continues a sentence
// that begins with the program's name.
RecordedBenchmarks run_program(const std::string& command, BenchmarkTime time) {
  const ScratchFolder folder("benchmarks");
  const auto file = folder / "output.json";
  const ShellOutcome ended = run_shell(with_output(command, file.string()));
  if (!ended.ok()) throw environment_error("{}", how_it_ended(ended));
  if (!exists(file)) {
    throw environment_error(
        "left no file of results. Programs that use a recent Google Benchmark write one by "
        "themselves; for others, write {} in the command where it takes the name of the JSON file "
        "to write, such as --jsonbin {}",
        placeholder, placeholder);
  }
  if (is_empty(file)) {
    throw environment_error("left an empty file of results: does its filter match any benchmark?");
  }
  try {
    auto content = read_foreign_file(file, time);
    auto& benchmarks = std::get<RecordedBenchmarks>(content);
    name_benchmarks(benchmarks, "", "", file.string());
    return std::move(benchmarks);
  } catch (const Error& error) {
    throw environment_error("wrote results that cannot be used: {}", error.what());
  } catch (const std::bad_variant_access&) {
    throw environment_error("wrote a recorded search instead of benchmarks");
  }
}

// Whether a benchmark belongs to a case. Arguments are compared as texts, since a NaN among them
// does not even equal itself.
bool is_of(const RecordedBenchmark& benchmark, const Case& one) {
  return benchmark.problem == one.instance.key.problem &&
         canonical_text(benchmark.arguments) == canonical_text(one.instance.key.arguments) &&
         benchmark.device == one.key.device && benchmark.mode == one.key.mode;
}

// The benchmark of a case, or nullptr if the file has none.
const RecordedBenchmark* find(const RecordedBenchmarks& file, const Case& one) {
  const auto found = std::ranges::find_if(
      file.benchmarks, [&](const RecordedBenchmark& benchmark) { return is_of(benchmark, one); });
  return found == file.benchmarks.end() ? nullptr : &*found;
}

// The trial with the times; for a benchmark that failed, the failure.
const TrialResult& outcome_of(const RecordedBenchmark& benchmark) {
  const auto failed =
      std::ranges::find_if(benchmark.trials, [](const TrialResult& trial) { return !trial.ok(); });
  return failed == benchmark.trials.end() ? benchmark.trials.front() : *failed;
}

std::vector<double> seconds_of(const TrialResult& trial) {
  std::vector<double> seconds;
  for (const Sample& sample : trial.samples) seconds.push_back(sample.seconds);
  return seconds;
}

// The build is identified by its command. A digest of the program's file would not do: libraries
// that it links may have changed, and a script is not the program.
VariantDescription build_of(const RecordedBenchmark& benchmark, const std::string& command) {
  return variant_of(benchmark, Hasher().text(command).hex());
}

std::string name_of(const Case& one) {
  return fmt::format("{} {} {} {}", one.instance.key.problem,
                     canonical_text(one.instance.key.arguments), one.key.device, one.key.mode);
}

}  // namespace

ProgramBlocks::ProgramBlocks(Store& store, const MachineRecord& machine, const RunRecord& run,
                             Programs programs, std::uint64_t seed)
    : store_(store), programs_(std::move(programs)), seed_(seed) {
  measure_round();
  const Told& baseline = rounds_.front().baseline;
  if (!baseline.failure.empty()) throw environment_error("the baseline: {}", baseline.failure);
  machine_ = store_.machine(machine);
  run_.emplace(store_, run, machine_);
  record(rounds_.front());
}

ProgramBlocks::Told ProgramBlocks::told_by(const std::string& command) const {
  Told told;
  const Stopwatch watch;
  try {
    told.file = run_program(command, programs_.time);
  } catch (const Error& error) {
    told.failure = fmt::format("the program '{}' {}", command, error.what());
  }
  told.seconds = watch.seconds();
  return told;
}

// The order is random, so that a machine that slows down in between favours neither side.
void ProgramBlocks::measure_round() {
  Round round;
  Random random(Hasher().number(seed_).number(rounds_.size()).value());
  const bool candidate_first = random.below(2) == 1;
  if (candidate_first) round.candidate = told_by(programs_.candidate);
  round.baseline = told_by(programs_.baseline);
  if (!candidate_first) round.candidate = told_by(programs_.candidate);
  // Both programs are builds of one variant, even if their files have different names.
  for (RecordedBenchmark& benchmark : round.candidate.file.benchmarks) {
    benchmark.variant = (rounds_.empty() ? round : rounds_.front()).baseline.file.program;
  }
  rounds_.push_back(std::move(round));
}

void ProgramBlocks::record(const Round& round) {
  const auto process = static_cast<std::uint32_t>(rounds_.size() - 1);
  const auto record_side = [&](const Told& told, const std::string& command) {
    for (const RecordedBenchmark& benchmark : told.file.benchmarks) {
      TrialKey key;
      key.machine = machine_;
      key.instance = store_.instance(instance_of(benchmark));
      key.variant = store_.variant(build_of(benchmark, command));
      key.device = benchmark.device;
      key.stage = programs_stage;
      key.process = process;
      key.mode = benchmark.mode;
      for (const TrialResult& trial : benchmark.trials) {
        std::optional<Interval> objective;
        if (trial.ok())
          objective = inference::median_interval(seconds_of(trial), SamplingOptions().confidence);
        store_.record_trial(run_->id(), key, trial, objective);
      }
    }
  };
  record_side(round.baseline, programs_.baseline);
  record_side(round.candidate, programs_.candidate);
}

Case ProgramBlocks::make_case(const RecordedBenchmark& benchmark) const {
  Case one;
  one.benchmark = benchmark.title;
  one.instance.key = {benchmark.problem, benchmark.arguments};
  one.instance.record = instance_of(benchmark);
  one.instance.id = store_.instance(one.instance.record);
  one.baseline.variant = build_of(benchmark, programs_.baseline);
  one.baseline.device.id = benchmark.device;
  one.baseline.device.backend = benchmark.backend;
  one.candidate = one.baseline;
  one.key = {one.instance.id, store_.variant(one.baseline.variant), 0, benchmark.device, {},
             benchmark.mode};
  const Told& candidate = rounds_.front().candidate;
  one.candidate.variant = build_of(benchmark, programs_.candidate);
  if (candidate.failure.empty() && find(candidate.file, one) == nullptr) {
    one.problem = "the candidate does not run this benchmark";
  }
  one.key.candidate = store_.variant(one.candidate.variant);
  return one;
}

Cases ProgramBlocks::cases() const {
  Cases all;
  for (const RecordedBenchmark& benchmark : rounds_.front().baseline.file.benchmarks) {
    all.cases.push_back(make_case(benchmark));
  }
  for (const RecordedBenchmark& benchmark : rounds_.front().candidate.file.benchmarks) {
    const auto same = [&](const Case& one) { return is_of(benchmark, one); };
    if (std::ranges::any_of(all.cases, same)) continue;
    all.notes.push_back(fmt::format("only the candidate runs {}", benchmark.title));
  }
  if (programs_.time == BenchmarkTime::cpu) {
    all.notes.emplace_back(
        "compared by processor time (cpu_time), not elapsed time: waiting does not show");
  }
  all.notes.emplace_back("what the programs compute was not verified here");
  return all;
}

Block ProgramBlocks::measure(const Case& one) {
  const std::size_t number = taken_[name_of(one)]++;
  if (number == rounds_.size()) {
    measure_round();
    record(rounds_.back());
  }
  const Round& round = rounds_.at(number);
  Block block;
  inference::TimePair pair;
  const auto take = [&](const char* side, const Told& told, TrialStatus& status, double& seconds) {
    const RecordedBenchmark* benchmark = find(told.file, one);
    block.seconds += told.seconds;
    if (benchmark != nullptr && outcome_of(*benchmark).ok()) {
      status = TrialStatus::ok;
      seconds = inference::median_of(seconds_of(outcome_of(*benchmark)));
      return;
    }
    if (!block.failure.empty()) return;  // the baseline's failure is reported
    const std::string why = !told.failure.empty()  ? told.failure
                            : benchmark != nullptr ? outcome_of(*benchmark).message
                                                   : "the program left the benchmark out this time";
    block.failure = fmt::format("the {} failed: {}", side, why);
  };
  take("baseline", round.baseline, block.baseline, pair.baseline);
  take("candidate", round.candidate, block.candidate, pair.candidate);
  if (block.ok()) {
    block.pairs.push_back(pair);
    auto& all = pairs_[name_of(one)];
    all.push_back(pair);
    const double step = coarse_step(all, find(round.baseline.file, one)->unit);
    if (step > 0) block.inconclusive = too_coarse_text(step);
  }
  block.start_seconds = block.seconds;
  return block;
}

}  // namespace assay::guard
