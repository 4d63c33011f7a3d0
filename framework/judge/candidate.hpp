// The process of a candidate, as the judge sees it from outside.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "framework/supervisor/client.hpp"
#include "framework/supervisor/process.hpp"
#include "framework/worker/perform.hpp"

namespace assay::judge {

// Thrown when the candidate's process is gone or was killed: it died, said nothing for longer than
// allowed, or gave no valid answer.
struct CandidateLost {
  enum class Kind { died, silent, nonsense };
  Kind kind;
  std::string message;
};

// A step that a candidate has taken.
struct StepTaken {
  double seconds = 0;       // by the judge's clock, from request to answer
  double told_seconds = 0;  // reported by the candidate; for prepare and repeat
};

// Confines the candidates' processes that `options` describe, which name the candidate's plugins:
// the processes may read the system's files, the command and those plugins, and write to `scratch`,
// where all their caches are.
[[nodiscard]] WorkerOptions confined(WorkerOptions options, const std::filesystem::path& scratch);

// A worker that has loaded the candidate's plugins but no problem's reference. It performs one
// trial and then ends. One thread makes all calls.
class Candidate {
 public:
  // Starts the process with confined options and has it compile; the process inherits the arena.
  // `step_seconds` limits each step. Throws as take() does, and environment Error if the process
  // cannot be started.
  Candidate(const WorkerOptions& options, PerformRequest request, const Arena& arena,
            double step_seconds);

  // Has the candidate take a step. Throws CandidateLost, or TrialFailure if the candidate or its
  // device refused, after which no further step is possible.
  StepTaken take(StepRequest request);
  // Ends the performance. Returns the result that the candidate reports for the whole trial.
  TrialResult end();

 private:
  nlohmann::json say(const nlohmann::json& words);
  nlohmann::json listen();
  // Returns the result of `read`, which parses the candidate's answer; the answer may be anything.
  template <class Read>
  auto understand(const nlohmann::json& told, const Read& read);
  // Throws TrialFailure if the answer says that the performance is over.
  void require_going_on(const nlohmann::json& told);
  [[noreturn]] void lose(CandidateLost::Kind kind, const std::string& what);

  std::unique_ptr<ChildProcess> process_;
  double step_seconds_;
};

}  // namespace assay::judge
