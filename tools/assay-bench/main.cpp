// assay-bench: the variants of a scenario under Google Benchmark, with manual time. Every variant
// runs at its recorded best configuration, or at its default if the store has none. All flags of
// Google Benchmark work; its iterations are repetitions measured and verified by an assay worker.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/recorded.hpp"
#include "framework/tune/session.hpp"
#include "tools/common/console.hpp"
#include "tools/common/setup.hpp"
#include "tools/common/trust.hpp"

namespace {

using namespace assay;

// The maximum number of repetitions in one request to a worker: limits the size of its answer for
// very fast kernels.
constexpr std::int64_t batch_limit = 20000;

void run_benchmark(benchmark::State& state, WorkerClient& worker, TrialRequest request) {
  std::int64_t left = static_cast<std::int64_t>(state.max_iterations);
  std::vector<Sample> samples;
  std::size_t next = 0;
  while (state.KeepRunning()) {
    if (next == samples.size()) {
      const auto count = static_cast<std::uint32_t>(std::min(left, batch_limit));
      request.sampling.min_samples = count;
      request.sampling.max_samples = count;
      const TrialResult result = worker.run_trial(request);
      if (!result.ok()) {
        state.SkipWithError(
            fmt::format("{}: {}", to_string(result.status), result.message).c_str());
        break;
      }
      samples = result.samples;
      next = 0;
      left -= count;
    }
    state.SetIterationTime(request.objective.of(samples[next++]));
  }
}

// The flags --scenario, --store, --plugins and --trust, which are removed from the command line;
// the rest is Google Benchmark's.
struct Flags {
  std::string scenario;
  std::string store;
  std::vector<std::string> plugins;
  bool trust = false;  // the scenario's commands may run
};

Flags take_flags(int& argc, char** argv) {
  Flags flags;
  int kept = 1;
  for (int k = 1; k < argc; ++k) {
    const std::string argument = argv[k];
    const auto value = [&](const std::string& name) -> std::optional<std::string> {
      if (argument.rfind(name + "=", 0) == 0) return argument.substr(name.size() + 1);
      if (argument == name && k + 1 < argc) return argv[++k];
      return std::nullopt;
    };
    if (const auto scenario = value("--scenario")) {
      flags.scenario = *scenario;
    } else if (const auto store = value("--store")) {
      flags.store = *store;
    } else if (const auto plugins = value("--plugins")) {
      flags.plugins.push_back(*plugins);
    } else if (argument == "--trust") {
      flags.trust = true;
    } else {
      argv[kept++] = argv[k];
    }
  }
  argc = kept;
  if (flags.scenario.empty()) {
    throw usage_error("--scenario=FILE is missing; Google Benchmark's flags may be added to it");
  }
  return flags;
}

int run(int argc, char** argv) {
  const Flags flags = take_flags(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  const Scenario scenario = read_scenario(scenario_file(flags.scenario));
  require_trust(scenario, commands_of(scenario, false), flags.trust);
  if (!scenario.objective.is_duration()) {
    throw usage_error("Google Benchmark only shows times; for the objective '{}' use assay tune",
                      scenario.objective.label());
  }
  WorkerClient worker(worker_options(flags.plugins, scenario));
  const Plan plan = make_plan(scenario, worker.catalog());
  Store store(store_file(flags.store));
  RunRecord record;
  record.command = "assay-bench";
  record.scenario_name = scenario.name;
  record.assay_version = ASSAY_VERSION;
  Session session(store, worker, record, scenario);

  for (const auto& contest : plan.contests) {
    const OpenInstance instance = session.open(contest);
    for (const auto& contender : contest.contenders) {
      const auto best = recorded_best(session, instance, contender);
      const auto configuration = best ? *best : complete_configuration(instance, contender, {});
      auto request = session.request(instance, contender, configuration, scenario.sampling);
      request.sampling.relative_width = 0;
      request.sampling.max_seconds = scenario.limits.run_seconds * batch_limit;
      const std::string name = fmt::format("{}/{}/{}", contest.problem, contender.variant.name,
                                           to_string(contest.arguments));
      benchmark::RegisterBenchmark(
          name.c_str(),
          [&worker, request](benchmark::State& state) { run_benchmark(state, worker, request); })
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  session.finish("finished");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  prepare_console();
  try {
    return end_of_output(run(argc, argv));
  } catch (const Error& error) {
    tell("assay-bench: {}\n", error.what());
    return error.kind() == ErrorKind::usage ? 2 : 3;
  } catch (const std::exception& error) {
    tell("assay-bench: {}\n", error.what());
    return 3;
  }
}
