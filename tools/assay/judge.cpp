// assay judge: whether code that one does not trust is right, plays fair, and how fast it is.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "framework/core/digest.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/judge/judgement.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/tune/recorded.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

struct JudgeFlags {
  WorkerFlags worker;
  std::string candidate;                   // a plugin, a folder of plugins, a scenario
  std::vector<std::string> variants;       // --variant
  std::vector<std::string> arguments;      // NAME=VALUE of the instance
  std::vector<std::string> configuration;  // NAME=VALUE of the parameters
  std::string device;
  std::string format = "text";
  std::string file;
  std::uint32_t repetitions = 12;
  std::uint32_t instances = 4;
  double step_seconds = 60;
  std::optional<std::uint64_t> seed;
};

// How the judge's own worker is started, and processes of the candidate's.
struct Sides {
  WorkerOptions bench;
  WorkerOptions candidate;
  Bindings arguments;  // of the instance, as the candidate's scenario lists it
};

// Kernel files: both sides have the problem, and the judge alone its reference.
Sides sides_of_scenario(const JudgeFlags& flags) {
  Scenario scenario = read_scenario(scenario_file(flags.candidate));
  if (scenario.kernels.empty()) {
    throw usage_error("{}: has no [[kernel]] that could be judged; judge plugins by their files",
                      flags.candidate);
  }
  for (ArrayProblemDescription& problem : scenario.kernels.problems) {
    // Expected outputs in files are those of one choice of inputs.
    problem.judged = problem.reference.files.empty();
  }
  Sides sides{flags.worker.options(scenario), flags.worker.options(scenario), {}};
  for (ArrayProblemDescription& problem : sides.candidate.kernels.problems) {
    problem.reference = {};
  }
  if (!scenario.instances.empty()) sides.arguments = scenario.instances.front().arguments;
  return sides;
}

Sides sides_of(const JudgeFlags& flags) {
  const fs::path candidate = flags.candidate;
  if (candidate.extension() == ".toml") return sides_of_scenario(flags);
  if (!fs::exists(candidate)) {
    throw usage_error(
        "{}: there is no such file or folder; a candidate is a plugin (.so), a folder of plugins, "
        "or a scenario with kernels (.toml)",
        flags.candidate);
  }
  Sides sides{
      flags.worker.options(fs::current_path()), flags.worker.options(fs::current_path()), {}};
  sides.candidate.plugin_folders = {fs::absolute(candidate)};
  return sides;
}

// What the candidate brings, learnt in a process of its own.
std::vector<VariantDescription> variants_of(const Sides& sides, const JudgeFlags& flags) {
  WorkerClient worker(sides.candidate);
  const Catalog& catalog = worker.catalog();
  for (const SkippedPlugin& skipped : catalog.skipped) {
    throw environment_error("{}: {}", skipped.path, skipped.reason);
  }
  std::vector<std::string> known;
  for (const auto& variant : catalog.variants) known.push_back(variant.name);
  for (const std::string& name : flags.variants) {
    if (std::ranges::find(known, name) == known.end()) {
      throw usage_error("{}: has no variant '{}'; {}", flags.candidate, name,
                        did_you_mean(name, known));
    }
  }
  std::vector<VariantDescription> variants;
  for (const auto& variant : catalog.variants) {
    const bool wanted = flags.variants.empty() ||
                        std::ranges::find(flags.variants, variant.name) != flags.variants.end();
    if (wanted) variants.push_back(variant);
  }
  if (variants.empty()) throw environment_error("{}: brings no variants", flags.candidate);
  return variants;
}

const ProblemDescription& problem_of(const Catalog& catalog, const VariantDescription& variant) {
  const auto found =
      std::ranges::find(catalog.problems, variant.problem, &ProblemDescription::name);
  if (found != catalog.problems.end()) return *found;
  throw environment_error(
      "'{}' is a variant of '{}', which no plugin of the judge's has: name the folder of one that "
      "has the problem with --plugins; a candidate's own is not asked what is right",
      variant.name, variant.problem);
}

Contender contender_of(const VariantDescription& variant, const Catalog& catalog,
                       const std::string& device) {
  for (const DeviceDescription& each : catalog.devices) {
    const bool wanted =
        device.empty() || each.id == device || each.name.find(device) != std::string::npos;
    if (each.backend == variant.backend && wanted) {
      return {variant, each, variant.parameters, variant.constraints};
    }
  }
  throw environment_error(
      "'{}' runs on {}, and this machine has no such device{} (see `assay doctor`)", variant.name,
      variant.backend, device.empty() ? "" : fmt::format(" called '{}'", device));
}

// Nothing where the device cannot be measured, which the candidate may do without.
std::optional<Peaks> peaks_of(judge::Bench& bench, const std::string& device) {
  try {
    return bench.peaks_of(device);
  } catch (const Error& error) {
    fmt::print(stderr, "note: times are compared with no floor: {}\n", error.what());
    return std::nullopt;
  }
}

void write(const JudgeFlags& flags, const std::vector<judge::Judgement>& judgements) {
  write_output(flags.file, [&](std::ostream& out, bool /*colour*/) {
    if (flags.format == "json") {
      nlohmann::json all = nlohmann::json::array();
      for (const auto& judgement : judgements) all.push_back(judge::to_json(judgement));
      out << all.dump(2) << '\n';
      return;
    }
    for (const auto& judgement : judgements) out << judge::text_of(judgement);
  });
}

int judge_all(const JudgeFlags& flags) {
  require_writable(flags.file);
  Sides sides = sides_of(flags);
  const ScratchFolder scratch("judge");
  // From here on: loading a plugin runs code of it.
  sides.candidate = judge::confined(std::move(sides.candidate), scratch.path());
  const auto variants = variants_of(sides, flags);
  judge::Bench bench(sides.bench);
  Bindings arguments = sides.arguments;
  for (const auto& binding : parse_bindings(flags.arguments, "--argument")) {
    std::erase_if(arguments, [&](const auto& known) { return known.first == binding.first; });
    arguments.push_back(binding);
  }
  const Bindings given = parse_bindings(flags.configuration, "--set");
  std::vector<judge::Judgement> judgements;
  for (const VariantDescription& variant : variants) {
    judge::Matter matter;
    matter.candidate = sides.candidate;
    matter.step_seconds = flags.step_seconds;
    matter.variant = variant;
    matter.variant.build_id.clear();  // the only one that its process loads
    matter.problem = problem_of(bench.catalog(), variant);
    matter.listed = {variant.problem, arguments};
    const Contender contender = contender_of(variant, bench.catalog(), flags.device);
    matter.device = contender.device.id;
    matter.configure = [&](const InstanceKey& key, const InstanceRecord& record) {
      return complete_configuration({key, record}, contender, given);
    };
    matter.repetitions = flags.repetitions;
    matter.other_instances = flags.instances;
    // Whoever knows the draws beforehand knows the inputs.
    matter.seed = flags.seed.value_or(drawn_seed());
    fmt::print(stderr, "judging {} ...\n", variant.name);
    judgements.push_back(judge::judge(bench, matter, peaks_of(bench, contender.device.id)));
  }
  write(flags, judgements);
  const bool all = std::ranges::all_of(judgements, &judge::Judgement::right_and_fair);
  return all ? fine : failed;
}

}  // namespace

void add_judge(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "judge", "Say whether code that one does not trust is right, fair, and how fast it is.");
  auto flags = std::make_shared<JudgeFlags>();
  flags->worker.add_to(command);
  command
      .add("candidate", &flags->candidate,
           "A plugin (.so), a folder of plugins, or a scenario with kernels (.toml).")
      .required();
  command.add("--variant", &flags->variants, "Only this one; may be repeated.");
  command.add("--argument,-a", &flags->arguments, "NAME=VALUE of the instance.");
  command.add("--set,-s", &flags->configuration,
              "NAME=VALUE of a parameter; the others take their defaults.");
  command.add("--device", &flags->device, "Id or part of a name.");
  command.add("--repetitions", &flags->repetitions, "Timed, each with other inputs.").positive();
  command.add("--instances", &flags->instances,
              "Of other sizes, drawn from the problem's domains.");
  command.add("--step-seconds", &flags->step_seconds, "That the candidate may take for one step.")
      .positive();
  command.add(
      "--seed", &flags->seed,
      "Of all draws, to have them once more; it stands in the JSON. Default: drawn itself.");
  command.add("--format", &flags->format, "text or json.");
  command.add("--output,-o", &flags->file, "A file instead of standard output.");
  command.callback([flags, &invocation] {
    if (flags->format != "text" && flags->format != "json") {
      throw usage_error("--format: '{}' is neither text nor json", flags->format);
    }
    invocation.exit_code = judge_all(*flags);
  });
}

}  // namespace assay::command
