// assay judge: whether untrusted code is right and plays fair, and how fast it is.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "framework/compare/text.hpp"
#include "framework/core/digest.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/judge/judgement.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/tune/recorded.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"
#include "tools/common/console.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

struct JudgeFlags {
  WorkerFlags worker;
  std::string candidate;                   // a plugin, a scenario, or a folder of these
  std::vector<std::string> problems;       // --problem
  std::vector<std::string> variants;       // --variant
  std::vector<std::string> arguments;      // NAME=VALUE of the instance
  std::vector<std::string> configuration;  // NAME=VALUE of the parameters
  std::vector<std::string> beside;         // the judge's own variants, for comparison
  std::string device;
  std::string format = "text";
  std::string file;
  std::uint32_t repetitions = 12;
  std::uint32_t instances = 4;
  double step_seconds = 60;
  std::optional<std::uint64_t> seed;
  std::string below_floor;
  bool trust = false;  // the candidate's reference command may run
};

// The options for the judge's own worker, and for the candidate's processes.
struct Sides {
  WorkerOptions bench;
  WorkerOptions candidate;
  Bindings arguments;  // the instance's, from the candidate's scenario
};

// The sides for kernel files: both have the problem, and only the judge has its reference.
Sides sides_of_scenario(const JudgeFlags& flags) {
  Scenario scenario = read_scenario(scenario_file(flags.candidate));
  require_trust(scenario, commands_of(scenario, false), flags.trust);
  if (scenario.kernels.empty()) {
    throw usage_error("{}: has no [[kernel]] to judge; to judge a plugin, name its .so file",
                      flags.candidate);
  }
  for (ArrayProblemDescription& problem : scenario.kernels.problems) {
    // Expected outputs in files are valid for only one choice of inputs.
    problem.judged = problem.reference.files.empty();
  }
  Sides sides{flags.worker.options(scenario), flags.worker.options(scenario), {}};
  sides.candidate.plugin_folders.clear();  // the candidates are the kernels
  for (ArrayProblemDescription& problem : sides.candidate.kernels.problems) {
    problem.reference = {};
    problem.verify = {};
  }
  if (!scenario.instances.empty()) sides.arguments = scenario.instances.front().arguments;
  return sides;
}

Sides sides_of(const JudgeFlags& flags) {
  const fs::path candidate = flags.candidate;
  if (candidate.extension() == ".toml") return sides_of_scenario(flags);
  if (!fs::exists(candidate)) {
    throw usage_error(
        "{}: there is no such file or folder; a candidate is a plugin (.so), a scenario with "
        "kernels (.toml), or a folder of such",
        flags.candidate);
  }
  Sides sides{
      flags.worker.options(fs::current_path()), flags.worker.options(fs::current_path()), {}};
  sides.candidate.plugin_folders = {fs::absolute(candidate)};
  return sides;
}

// Throws usage Error unless the candidate has each of the names.
void require_known(const JudgeFlags& flags, const char* what, const std::vector<std::string>& names,
                   const std::vector<VariantDescription>& variants,
                   std::string VariantDescription::*told) {
  std::vector<std::string> known;
  for (const auto& variant : variants) known.push_back(variant.*told);
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw usage_error("{}: has no {} '{}'; {}", flags.candidate, what, name,
                      did_you_mean(name, known));
  }
}

// Returns the candidate's variants, which a separate process lists.
std::vector<VariantDescription> variants_of(const Sides& sides, const JudgeFlags& flags) {
  WorkerClient worker(sides.candidate);
  const Catalog& catalog = worker.catalog();
  for (const SkippedPlugin& skipped : catalog.skipped) {
    throw environment_error("{}: {}", skipped.path, skipped.reason);
  }
  const auto& all = catalog.variants;
  if (all.empty()) {
    throw environment_error(
        "{}: has no variants to judge; a kernel that serves only as the reference does not count",
        flags.candidate);
  }
  require_known(flags, "variant", flags.variants, all, &VariantDescription::name);
  require_known(flags, "variant of", flags.problems, all, &VariantDescription::problem);
  const auto wanted = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  std::vector<VariantDescription> variants;
  std::ranges::copy_if(all, std::back_inserter(variants), [&](const VariantDescription& variant) {
    return wanted(flags.problems, variant.problem) && wanted(flags.variants, variant.name);
  });
  if (!variants.empty()) return variants;
  throw usage_error("{}: no variant that --variant names belongs to a problem that --problem names",
                    flags.candidate);
}

const ProblemDescription& problem_of(const Catalog& catalog, const VariantDescription& variant) {
  const auto found =
      std::ranges::find(catalog.problems, variant.problem, &ProblemDescription::name);
  if (found != catalog.problems.end()) return *found;
  throw environment_error(
      "'{}' is a variant of '{}', a problem that none of the judge's plugins has: name the folder "
      "of one that has it with --plugins; what is right is never taken from the candidate's own "
      "plugin",
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

// Returns nothing if the device cannot be measured, since the candidate may not need it.
std::optional<Peaks> peaks_of(judge::Bench& bench, const std::string& device) {
  try {
    return bench.peaks_of(device);
  } catch (const Error& error) {
    tell("note: times are not compared with a floor: {}\n", error.what());
    return std::nullopt;
  }
}

// A candidate that cannot be judged here.
struct Unanswered {
  std::string variant;
  std::string problem;
  Error reason;
};

struct Verdicts {
  std::vector<judge::Judgement> judgements;
  std::vector<Unanswered> unanswered;

  [[nodiscard]] int exit_code() const {
    if (!std::ranges::all_of(judgements, &judge::Judgement::right_and_fair)) return failed;
    return unanswered.empty() ? fine : environment;
  }
};

void write(const JudgeFlags& flags, const Verdicts& verdicts) {
  write_output(flags.file, [&](std::ostream& out, bool /*colour*/) {
    if (flags.format == "json") {
      nlohmann::json all = nlohmann::json::array();
      for (const auto& judgement : verdicts.judgements) all.push_back(judge::to_json(judgement));
      for (const auto& [variant, problem, reason] : verdicts.unanswered) {
        all.push_back({{"variant", variant}, {"problem", problem}, {"not_judged", reason.what()}});
      }
      out << all.dump(2) << '\n';
      return;
    }
    for (const auto& judgement : verdicts.judgements) out << shown_lines(judge::text_of(judgement));
    for (const auto& [variant, problem, reason] : verdicts.unanswered) {
      const std::string on = problem.empty() ? "" : " on " + problem;
      out << shown_lines(fmt::format("{}{}: not judged: {}\n", variant, on, reason.what()));
    }
  });
}

// Judges all candidates of one command: one bench, one scratch folder, the same draws for all.
class JudgeSession {
 public:
  explicit JudgeSession(const JudgeFlags& flags) : flags_(flags), sides_(sides_of(flags)) {
    // Confines the candidate from here on: loading a plugin runs its code.
    sides_.candidate = judge::confined(std::move(sides_.candidate), scratch_.path());
    peers_ = judge::confined(sides_.bench, scratch_.path());
    for (const auto& binding : parse_bindings(flags.arguments, "--argument")) {
      std::erase_if(sides_.arguments,
                    [&](const auto& known) { return known.first == binding.first; });
      sides_.arguments.push_back(binding);
    }
  }

  // Judges all variants. If none can be judged, throws the error of the first.
  Verdicts judge_all() {
    const auto variants = variants_of(sides_, flags_);
    bench_.emplace(sides_.bench);
    Verdicts verdicts;
    for (const VariantDescription& variant : variants) {
      tell("judging {} on {} ...\n", variant.name, variant.problem);
      try {
        verdicts.judgements.push_back(judge_one(variant));
        add_beside(variant, verdicts.judgements.back());
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::environment) throw;
        verdicts.unanswered.push_back({variant.name, variant.problem, error});
      }
    }
    if (verdicts.judgements.empty()) throw verdicts.unanswered.front().reason;
    return verdicts;
  }

 private:
  judge::Judgement judge_one(const VariantDescription& variant) {
    const Bindings given = parse_bindings(flags_.configuration, "--set");
    const Contender contender = contender_of(variant, bench_->catalog(), flags_.device);
    judge::Matter matter = matter_of(variant, contender, given);
    matter.variant.build_id.clear();  // its process loads only this build
    matter.candidate = sides_.candidate;
    matter.other_instances = flags_.instances;
    matter.below_floor = flags_.below_floor;
    return judge::judge(*bench_, matter, peaks_of(*bench_, contender.device.id));
  }

  judge::Matter matter_of(const VariantDescription& variant, const Contender& contender,
                          const Bindings& given) {
    judge::Matter matter;
    matter.step_seconds = flags_.step_seconds;
    matter.variant = variant;
    matter.problem = problem_of(bench_->catalog(), variant);
    matter.listed = {variant.problem, sides_.arguments};
    matter.device = contender.device.id;
    matter.configure = [contender, given](const InstanceKey& key, const InstanceRecord& record) {
      return complete_configuration({key, record}, contender, given);
    };
    matter.repetitions = flags_.repetitions;
    // The seed is drawn, since a candidate that knew the draws would know the inputs.
    matter.seed = flags_.seed.value_or(drawn_seed());
    return matter;
  }

  void add_beside(const VariantDescription& candidate, judge::Judgement& judgement) {
    for (const std::string& name : flags_.beside) {
      const VariantDescription variant = peer_of(name, candidate.problem);
      const Contender contender = contender_of(variant, bench_->catalog(), "");
      judge::Matter matter = matter_of(variant, contender, {});
      matter.candidate = peers_;
      matter.other_instances = 0;
      tell("for comparison, {} ...\n", name);
      judgement.beside.push_back(judge::beside(judge::judge(*bench_, matter, std::nullopt)));
    }
  }

  // Returns a variant of the judge's own plugins or the scenario.
  VariantDescription peer_of(const std::string& name, const std::string& problem) {
    std::vector<std::string> known;
    for (const VariantDescription& variant : bench_->catalog().variants) {
      if (variant.problem != problem) continue;
      if (variant.name == name) return variant;
      known.push_back(variant.name);
    }
    throw usage_error("--beside: the judge's plugins have no variant '{}' of '{}'; {}", name,
                      problem, did_you_mean(name, known));
  }

  const JudgeFlags& flags_;
  Sides sides_;
  ScratchFolder scratch_{"judge"};
  WorkerOptions peers_;
  std::optional<judge::Bench> bench_;
};

// Lists the candidates of a folder: its plugins, as one, and each of its scenarios.
std::vector<std::string> candidates_in(const fs::path& candidate) {
  if (!fs::is_directory(candidate)) return {candidate.string()};
  std::vector<std::string> candidates;
  bool has_plugins = false;
  for (const auto& entry : fs::directory_iterator(candidate)) {
    has_plugins |= entry.path().extension() == ".so";
    if (entry.path().extension() == ".toml") candidates.push_back(entry.path().string());
  }
  std::ranges::sort(candidates);
  if (has_plugins) candidates.insert(candidates.begin(), candidate.string());
  if (candidates.empty()) {
    throw usage_error("{}: holds neither plugins (.so) nor scenarios (.toml)", candidate.string());
  }
  return candidates;
}

// Judges those of several candidates that can be judged. A candidate without a variant of the given
// name is skipped silently if another one has it; other failures are reported.
Verdicts verdicts_of(const JudgeFlags& flags) {
  const auto candidates = candidates_in(flags.candidate);
  const bool by_name = !flags.variants.empty() || !flags.problems.empty();
  Verdicts all;
  std::optional<Error> first;
  for (const std::string& candidate : candidates) {
    JudgeFlags of_one = flags;
    of_one.candidate = candidate;
    try {
      Verdicts verdicts = JudgeSession(of_one).judge_all();
      std::ranges::move(verdicts.judgements, std::back_inserter(all.judgements));
      std::ranges::move(verdicts.unanswered, std::back_inserter(all.unanswered));
    } catch (const Error& error) {
      if (candidates.size() == 1) throw;
      if (!first) first = error;
      if (by_name && error.kind() == ErrorKind::usage) continue;
      all.unanswered.push_back({candidate, "", error});
    }
  }
  if (all.judgements.empty() && first) throw *first;
  return all;
}

int judge_all(const JudgeFlags& flags) {
  require_writable(flags.file);
  const Verdicts verdicts = verdicts_of(flags);
  write(flags, verdicts);
  return verdicts.exit_code();
}

}  // namespace

void add_judge(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "judge", "Find out whether code you do not trust is right, plays fair, and how fast it is.");
  auto flags = std::make_shared<JudgeFlags>();
  flags->worker.add_to(command);
  command
      .add("candidate", &flags->candidate,
           "A plugin (.so), a scenario with kernels (.toml), or a folder of plugins and scenarios.")
      .required();
  command.add("--problem", &flags->problems, "Only variants of this problem; may be repeated.");
  command.add("--variant", &flags->variants, "Only this variant; may be repeated.");
  command.add("--argument,-a", &flags->arguments, "NAME=VALUE: an argument of the instance.");
  command.add("--set,-s", &flags->configuration,
              "NAME=VALUE: a parameter of the variant; the others take their defaults.");
  command.add("--beside", &flags->beside,
              "A variant of the judge's own plugins to time for comparison; may be repeated.");
  command.add("--device", &flags->device, "The device: its id or part of its name.");
  command
      .add("--repetitions", &flags->repetitions,
           "How many repetitions to time, each with different inputs.")
      .positive();
  command.add("--instances", &flags->instances,
              "How many instances of other sizes to check, drawn from the problem's domains.");
  command
      .add("--step-seconds", &flags->step_seconds,
           "Seconds that the candidate may take for one step.")
      .positive();
  command.add("--seed", &flags->seed,
              "The seed of all random draws, to repeat a judgement; the JSON contains it (default: "
              "random).");
  command.add("--trust", &flags->trust, trust_help);
  command.add(
      "--below-floor", &flags->below_floor,
      "Why the candidate may be faster than the counted work at the device's peaks, such as matrix "
      "units or fewer operations. The judgement quotes this and brings no charge.");
  command.add("--format", &flags->format, "The format: The format: text or json.");
  command.add("--output,-o", &flags->file, "Write to this file instead of standard output.");
  command.callback([flags, &invocation] {
    if (flags->format != "text" && flags->format != "json") {
      throw usage_error("--format: '{}' is neither text nor json", flags->format);
    }
    invocation.exit_code = judge_all(*flags);
  });
}

}  // namespace assay::command
