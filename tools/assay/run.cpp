// assay run: measures one variant on one instance, at its recorded best or at a given
// configuration.
#include <fmt/format.h>

#include <filesystem>

#include "framework/core/error.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/recorded.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"
#include "tools/common/console.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {
namespace {

struct RunFlags {
  WorkerFlags worker;
  ScenarioFlag kernels;
  StoreFlag store;
  OutputFlags output;
  std::string problem;
  std::string variant;
  std::string device;
  std::vector<std::string> arguments;      // NAME=VALUE of the instance
  std::vector<std::string> configuration;  // NAME=VALUE of the parameters
  std::filesystem::path outputs;           // a folder, or ""
  bool cold = false;
  bool trust = false;
  Scenario scenario;  // its sampling, limits and objective are used
};

// Creates the folder before anything is measured, so that nothing is measured in vain.
std::filesystem::path make_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return folder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw environment_error("--outputs: cannot create the folder {}: {}", folder.string(),
                            error.message());
  }
  return std::filesystem::absolute(folder);
}

struct Subject {
  const OpenInstance& instance;
  const Contender& contender;
  const Bindings& configuration;
};

// Returns false, after reporting the reason, if the trial failed.
bool run_trial(Session& session, const Subject& subject, const SamplingOptions& sampling,
               const std::filesystem::path& outputs) {
  const auto& [instance, contender, configuration] = subject;
  TrialRequest request = session.request(instance, contender, configuration, sampling);
  request.outputs_folder = outputs;
  const auto trial = session.record(instance, contender, configuration,
                                    session.worker().run_trial(request), sampling, {"run"});
  if (!trial.objective) {
    tell("{}: {}: {}\n", contender.variant.name, to_string(trial.result.status),
         trial.result.message);
    return false;
  }
  if (outputs.empty()) return true;
  for (const TensorShape& output : instance.record.outputs) {
    tell("{}: written to {}\n", output.name, (outputs / (output.name + ".npy")).string());
  }
  return true;
}

int measure(RunFlags flags, const std::string& command_line) {
  Scenario& scenario = flags.scenario;
  scenario.instances = {{flags.problem, parse_bindings(flags.arguments, "--argument")}};
  scenario.variants = {{flags.variant, flags.device, {}, {}}};
  const Bindings given = parse_bindings(flags.configuration, "--set");
  const auto outputs = make_folder(flags.outputs);
  flags.kernels.require_trusted(flags.trust);

  Store store = flags.store.open(Store::Mode::read_write);
  const WorkerOptions with_worker = flags.kernels.options(flags.worker, scenario.limits);
  scenario.dispatchers = with_worker.dispatchers;  // which the plan then checks
  WorkerClient worker(with_worker);
  const Plan plan = make_plan(scenario, worker.catalog());
  const Contest& contest = plan.contests.front();
  if (contest.contenders.empty()) {
    throw environment_error("'{}' cannot run here: {}", flags.variant, fmt::join(plan.notes, "; "));
  }
  Session session(store, worker, run_record(command_line), scenario);
  const OpenInstance instance = session.open(contest);
  for (const auto& contender : contest.contenders) {
    session.ensure_peaks(contender.device);
    const auto best = given.empty() ? recorded_best(session, instance, contender) : std::nullopt;
    const auto configuration = best ? *best : complete_configuration(instance, contender, given);
    tell("{}: {} configuration: {}\n", contender.variant.name,
         best ? "recorded best" : (given.empty() ? "default" : "given"), to_string(configuration));
    if (!run_trial(session, {instance, contender, configuration}, scenario.sampling, outputs)) {
      session.finish("finished");
      return failed;
    }
  }
  session.finish("finished");
  CompareOptions options;
  options.run = session.run();
  options.confidence = scenario.sampling.confidence;
  const Comparison comparison = compare(store, options);
  flags.output.write(comparison);
  return measured_exit(comparison);
}

}  // namespace

void add_run(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "run", "Measure one variant, in its best recorded configuration or in a given one.");
  auto flags = std::make_shared<RunFlags>();
  flags->worker.add_to(command);
  flags->kernels.add_to(command);
  flags->store.add_to(command);
  flags->output.add_comparison_to(command);
  command.add("problem", &flags->problem, "The problem, as `assay list` names it.").required();
  command.add("variant", &flags->variant, "The variant.").required();
  command.add("--argument,-a", &flags->arguments, "NAME=VALUE: an argument of the instance.");
  command.add("--set,-s", &flags->configuration,
              "NAME=VALUE: a parameter of the variant; the others take their defaults.");
  command.add(
      "--outputs", &flags->outputs,
      "The folder to save the verified outputs in, each tensor as a NumPy array, TENSOR.npy.");
  command.add("--device", &flags->device, "The device: its id or part of its name.");
  command.add("--objective", &flags->scenario.objective.name,
              "What to measure: time, device-time, energy, phase:NAME, or one's own: 'minimise "
              "EXPRESSION', 'maximise NAME = EXPRESSION'.");
  command.add("--trust", &flags->trust, trust_help);
  command.add("--cold", &flags->cold, "Empty the caches before each sample.");
  auto& sampling = flags->scenario.sampling;
  command.add("--samples", &sampling.max_samples, "Take at most this many samples.").positive();
  const Option seconds =
      command.add("--seconds", &sampling.max_seconds, "Take samples for at most this many seconds.")
          .positive();
  command.add("--width", &sampling.relative_width,
              "Stop once the interval of the median is this narrow, relative to the median.");
  command.callback([flags, seconds, &invocation] {
    const Objective& objective = flags->scenario.objective;
    SamplingOptions& options = flags->scenario.sampling;
    options.min_samples = std::min(options.min_samples, options.max_samples);
    if (flags->cold) options.cache = CacheMode::cold;
    require_objective(objective.name);
    require_mode(objective, options.cache);
    if (objective.measured().is_energy() && !seconds.given())
      options.max_seconds = energy_max_seconds;
    invocation.exit_code = measure(*flags, invocation.command_line);
  });
}

}  // namespace assay::command
