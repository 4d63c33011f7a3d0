#include "framework/judge/candidate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/core/split.hpp"
#include "framework/measure/clock.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/confinement.hpp"
#include "framework/supervisor/greeting.hpp"
#include "framework/supervisor/limits.hpp"

namespace assay::judge {

using nlohmann::json;

namespace {

constexpr int request_number = 1;

namespace fs = std::filesystem;

// The folders in which the user has libraries looked for.
std::vector<fs::path> library_folders() {
  std::vector<fs::path> folders;
  const char* variable = std::getenv("LD_LIBRARY_PATH");
  for (const std::string& folder : split_at(variable == nullptr ? "" : variable, ':')) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

// The files that the command, the system's libraries and the candidate need to read. Nothing else
// of the command's installation is readable, because the plugins of problems know what is right.
std::vector<fs::path> readable_by(const WorkerOptions& options) {
  std::vector<fs::path> readable = {"/usr", "/lib", "/lib64", "/bin", "/sbin",
                                    "/etc", "/opt", "/proc",  "/sys", "/run"};
  std::error_code unknown;
  readable.push_back(fs::weakly_canonical(options.command.front(), unknown));
  for (const auto& folder : options.plugin_folders) {
    readable.push_back(fs::weakly_canonical(folder, unknown));
  }
  for (fs::path& folder : library_folders()) readable.push_back(std::move(folder));
  return readable;
}

}  // namespace

WorkerOptions confined(WorkerOptions options, const fs::path& scratch) {
  // Drivers are accessed through device files.
  options.confinement =
      std::make_shared<Confinement>(readable_by(options), std::vector<fs::path>{scratch, "/dev"});
  std::vector<std::string> command = {"/usr/bin/env"};
  for (const char* variable :
       {"HOME", "TMPDIR", "XDG_CACHE_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH"}) {
    command.push_back(fmt::format("{}={}", variable, scratch.string()));
  }
  command.insert(command.end(), options.command.begin(), options.command.end());
  options.command = std::move(command);
  options.cache_folder = scratch / "cache";
  return options;
}

template <class Read>
auto Candidate::understand(const json& told, const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw;  // a shortage of memory here is not the candidate's fault
  } catch (const std::exception& error) {
    lose(CandidateLost::Kind::nonsense, fmt::format("{}: {}", told.dump(), error.what()));
  }
}

Candidate::Candidate(const WorkerOptions& options, PerformRequest request, const Arena& arena,
                     double step_seconds)
    : process_(std::make_unique<ChildProcess>(
          command_line(options),
          ChildLimits{
              memory_limit(options.memory_gib), options.confinement.get(), {arena.descriptor()}})),
      step_seconds_(step_seconds) {
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
  require_going_on(told);
  if (told.value("step", json()) != "compile") lose(CandidateLost::Kind::nonsense, told.dump());
}

StepTaken Candidate::take(StepRequest request) {
  const Stopwatch watch;
  const json told = say(to_json(request));
  const double seconds = watch.seconds();
  require_going_on(told);
  return understand(told, [&] {
    const bool same = told.at("step") == to_string(request.step);
    if (!same) throw internal_error("this answers another step");
    if (request.step != Step::repeat) return StepTaken{seconds, told.value("seconds", 0.0)};
    const double told_seconds = told.at("seconds");
    const bool possible = std::isfinite(told_seconds) && told_seconds >= 0;
    if (!possible) throw internal_error("a repetition cannot take that long");
    return StepTaken{seconds, told_seconds};
  });
}

TrialResult Candidate::end() {
  const json told = say(to_json(StepRequest{Step::end}));
  return understand(told, [&] { return trial_result_from_json(told.at("ok")); });
}

void Candidate::require_going_on(const json& told) {
  if (told.contains("error")) {
    const Error error =
        understand(told, [&] { return protocol::error_from_json(told.at("error")); });
    throw TrialFailure{TrialStatus::error, error.what()};
  }
  if (!told.contains("ok")) return;
  const TrialResult over = understand(told, [&] { return trial_result_from_json(told.at("ok")); });
  throw TrialFailure{over.status, over.message};
}

json Candidate::say(const json& words) {
  json numbered = words;
  numbered["id"] = request_number;
  if (!process_->send(protocol::line(numbered))) {
    lose(CandidateLost::Kind::died, "it no longer reads its input");
  }
  return listen();
}

json Candidate::listen() {
  std::string line;
  switch (process_->receive(line, in_seconds(step_seconds_))) {
    case WorkerProcess::Event::closed:
      lose(CandidateLost::Kind::died, process_->end_and_explain(farewell));
    case WorkerProcess::Event::timeout:
      lose(CandidateLost::Kind::silent,
           fmt::format("did not answer for {} s, the limit of --step-seconds", step_seconds_));
    case WorkerProcess::Event::line:
      break;
  }
  json told = parse_json_or_discard(line);
  if (!told.is_object() || told.value("id", json()) != request_number) {
    lose(CandidateLost::Kind::nonsense, fmt::format("answered '{}'", line.substr(0, 200)));
  }
  return told;
}

void Candidate::lose(CandidateLost::Kind kind, const std::string& what) {
  process_->kill();
  static_cast<void>(process_->end_and_explain(farewell));
  const std::string words = process_->last_words();
  throw CandidateLost{kind, words.empty() ? what : what + "; its last output:\n" + words};
}

}  // namespace assay::judge
