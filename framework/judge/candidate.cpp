#include "framework/judge/candidate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <sstream>

#include "framework/core/error.hpp"
#include "framework/measure/clock.hpp"
#include "framework/worker/greeting.hpp"
#include "framework/worker/limits.hpp"
#include "framework/worker/protocol.hpp"

namespace assay::judge {

using nlohmann::json;

namespace {

constexpr int request_number = 1;

namespace fs = std::filesystem;

// Where the user has libraries looked for.
std::vector<fs::path> library_folders() {
  std::vector<fs::path> folders;
  const char* variable = std::getenv("LD_LIBRARY_PATH");
  std::istringstream list(variable == nullptr ? "" : variable);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

// Whatever a library keeps for its user lies in the scratch folder.
std::vector<std::string> command_of(const Custody& custody) {
  const std::string scratch = custody.scratch.string();
  std::vector<std::string> command = {"/usr/bin/env"};
  for (const char* variable :
       {"HOME", "TMPDIR", "XDG_CACHE_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH"}) {
    command.push_back(fmt::format("{}={}", variable, scratch));
  }
  WorkerOptions options = custody.options;
  options.cache_folder = custody.scratch / "cache";
  for (std::string& word : command_line(options)) command.push_back(std::move(word));
  return command;
}

std::unique_ptr<ChildProcess> start(const Custody& custody, const Arena& arena) {
  const Confinement confinement = confinement_of(custody);
  return std::make_unique<ChildProcess>(
      command_of(custody),
      ChildLimits{memory_limit(custody.options.memory_gib), &confinement, {arena.descriptor()}});
}

}  // namespace

Confinement confinement_of(const Custody& custody) {
  // The system's, the command's own installation, and the candidate.
  std::vector<fs::path> readable = {"/usr", "/lib", "/lib64", "/bin", "/sbin",
                                    "/etc", "/opt", "/proc",  "/sys", "/run"};
  std::error_code unknown;
  const fs::path command = fs::weakly_canonical(custody.options.command.front(), unknown);
  readable.push_back(command.parent_path().parent_path());
  for (const auto& folder : custody.options.plugin_folders) {
    readable.push_back(fs::weakly_canonical(folder, unknown));
  }
  for (const fs::path& folder : library_folders()) readable.push_back(folder);
  // Drivers are spoken to through files of devices.
  return {readable, {custody.scratch, "/dev"}};
}

Candidate::Candidate(const Custody& custody, PerformRequest request, const Arena& arena)
    : process_(start(custody, arena)), step_seconds_(custody.step_seconds) {
  const WorkerOptions& options = custody.options;
  request.arena = {arena.layout(), arena.inherited_path()};
  await_greeting(*process_, protocol::greeting_key, options.start_seconds,
                 fmt::format("{}", fmt::join(options.command, " ")));
  if (!options.kernels.empty()) {
    const json brought = say({{"do", "bring"}, {"kernels", to_json(options.kernels)}});
    if (!brought.contains("ok")) lose(CandidateLost::Kind::nonsense, brought.dump());
  }
  json words = to_json(request);
  words["do"] = "perform";
  const json told = say(words);
  if (told.contains("error")) throw protocol::error_from_json(told.at("error"));
  if (told.contains("ok")) {
    const TrialResult result = trial_result_from_json(told.at("ok"));
    throw TrialFailure{result.status, result.message};
  }
  if (told.value("step", "") != "compile") lose(CandidateLost::Kind::nonsense, told.dump());
  compile_seconds_ = told.value("seconds", 0.0);
}

StepTaken Candidate::take(Step step) {
  const Stopwatch watch;
  const json told = say({{"step", to_string(step)}});
  StepTaken taken;
  taken.seconds = watch.seconds();
  if (told.contains("ok")) {
    const TrialResult result = trial_result_from_json(told.at("ok"));
    throw TrialFailure{result.status, result.message};
  }
  try {
    if (told.at("step") != to_string(step)) throw internal_error("an answer to another step");
    if (told.contains("sample")) taken.sample = sample_from_json(told.at("sample"));
    taken.told_seconds = told.value("seconds", 0.0);
    if (step == Step::repeat && !taken.sample) throw internal_error("a repetition without times");
  } catch (const std::exception& error) {
    lose(CandidateLost::Kind::nonsense, fmt::format("{}: {}", told.dump(), error.what()));
  }
  return taken;
}

TrialResult Candidate::end() {
  const json told = say({{"step", to_string(Step::end)}});
  if (!told.contains("ok")) lose(CandidateLost::Kind::nonsense, told.dump());
  return trial_result_from_json(told.at("ok"));
}

json Candidate::say(const json& words) {
  json numbered = words;
  numbered["id"] = request_number;
  if (!process_->send(protocol::line(numbered))) {
    lose(CandidateLost::Kind::died, "nobody listens any more");
  }
  return listen();
}

json Candidate::listen() {
  std::string line;
  switch (process_->receive(line, in_seconds(step_seconds_))) {
    case WorkerProcess::Event::closed:
      lose(CandidateLost::Kind::died, process_->end_and_explain(farewell));
    case WorkerProcess::Event::timeout:
      lose(CandidateLost::Kind::silent, fmt::format("said nothing for {} s", step_seconds_));
    case WorkerProcess::Event::line:
      break;
  }
  json told = json::parse(line, nullptr, false);
  if (!told.is_object() || told.value("id", 0) != request_number) {
    lose(CandidateLost::Kind::nonsense, fmt::format("answered '{}'", line.substr(0, 200)));
  }
  return told;
}

void Candidate::lose(CandidateLost::Kind kind, const std::string& what) {
  process_->kill();
  static_cast<void>(process_->end_and_explain(farewell));
  const std::string words = process_->last_words();
  throw CandidateLost{kind, words.empty() ? what : what + "; it last said:\n" + words};
}

}  // namespace assay::judge
