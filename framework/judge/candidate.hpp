// The process of a candidate, as the judge sees it from outside.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "framework/worker/client.hpp"
#include "framework/worker/perform.hpp"
#include "framework/worker/process.hpp"

namespace assay::judge {

// The candidate's process is gone, or was put down: it died, said nothing for longer than it may,
// or what it said was no answer.
struct CandidateLost {
  enum class Kind { died, silent, nonsense };
  Kind kind;
  std::string message;
};

// A step that a candidate took.
struct StepTaken {
  double seconds = 0;       // by the judge's clock, from the word to the answer
  double told_seconds = 0;  // of prepare and repeat
};

// How candidates' processes are started: as `options` say, which name the candidate's plugins, but
// confined. They read the system's files, the command and those plugins, and write to `scratch`,
// where all their caches lie.
[[nodiscard]] WorkerOptions confined(WorkerOptions options, const std::filesystem::path& scratch);

// A worker that has loaded the candidate's plugins and no problem's reference. It performs one
// trial and is gone afterwards. One thread makes all calls.
class Candidate {
 public:
  // Starts the process, of confined options, and has it compile; it inherits the arena.
  // `step_seconds` bounds each step. Throws as take, and environment Error where it cannot be
  // started.
  Candidate(const WorkerOptions& options, PerformRequest request, const Arena& arena,
            double step_seconds);

  // Throws CandidateLost; TrialFailure if the candidate or its device refused, after which there is
  // no further step.
  StepTaken take(StepRequest request);
  // Ends the performance. What the candidate's side has to say of it all.
  TrialResult end();

 private:
  nlohmann::json say(const nlohmann::json& words);
  nlohmann::json listen();
  // What `read` makes of the candidate's words, which may be anything.
  template <class Read>
  auto understand(const nlohmann::json& told, const Read& read);
  // Throws TrialFailure where it says that the performance is over.
  void require_going_on(const nlohmann::json& told);
  [[noreturn]] void lose(CandidateLost::Kind kind, const std::string& what);

  std::unique_ptr<ChildProcess> process_;
  double step_seconds_;
};

}  // namespace assay::judge
