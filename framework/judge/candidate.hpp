// The process of a candidate, as the judge sees it from outside.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "framework/worker/client.hpp"
#include "framework/worker/confinement.hpp"
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

// What came of a step. `seconds` are by the judge's clock: from the word to the answer.
struct StepTaken {
  double seconds = 0;
  double told_seconds = 0;                      // of compile and prepare
  std::optional<Sample> sample = std::nullopt;  // of a repetition
};

// How candidates' processes are started.
struct Custody {
  WorkerOptions options;
  double step_seconds = 60;  // that a candidate may take for each step
  // A folder that is theirs to write to, where their caches lie; what they compiled is found there
  // by the next one. Nothing else is.
  std::filesystem::path scratch;
};

// What candidates are kept from.
[[nodiscard]] Confinement confinement_of(const Custody& custody);

// A worker that has loaded the candidate's plugins and no problem's reference. It performs one
// trial and is gone afterwards. One thread makes all calls.
class Candidate {
 public:
  // Starts the process and has it compile; it inherits the arena. Throws CandidateLost, or
  // environment Error where it cannot be started.
  Candidate(const Custody& custody, PerformRequest request, const Arena& arena);

  [[nodiscard]] double compile_seconds() const { return compile_seconds_; }

  // Throws CandidateLost; TrialFailure if the candidate or its device refused, after which there is
  // no further step.
  StepTaken take(Step step);
  // Ends the performance. What the candidate's side has to say of it all.
  TrialResult end();

 private:
  nlohmann::json say(const nlohmann::json& words);
  nlohmann::json listen();
  [[noreturn]] void lose(CandidateLost::Kind kind, const std::string& what);

  std::unique_ptr<ChildProcess> process_;
  double step_seconds_;
  double compile_seconds_ = 0;
};

}  // namespace assay::judge
