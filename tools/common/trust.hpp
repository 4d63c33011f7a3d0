// Commands that a scenario brings are run only once their user has agreed to them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"

namespace assay {

// A command of a scenario, run by the shell in the scenario's folder.
struct ScenarioCommand {
  std::string key;  // "workers", "reference.command of PROBLEM"
  std::string text;
};

// Those that compute references, and with `workers` those that start workers too.
[[nodiscard]] std::vector<ScenarioCommand> commands_of(const Scenario& scenario, bool workers);

// "  workers: ssh host assay worker", a line each, fit for a terminal.
[[nodiscard]] std::string listed(const std::vector<ScenarioCommand>& commands);

// What users have agreed to: a file for each command and folder, named by a hash of both. The
// folder counts, since `python3 expected.py` is another program elsewhere.
class TrustedCommands {
 public:
  // `folder` is where they are kept in mind; it need not exist.
  explicit TrustedCommands(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] bool has(const ScenarioCommand& command,
                         const std::filesystem::path& scenario_folder) const;
  // Throws environment Error where that cannot be written.
  void add(const ScenarioCommand& command, const std::filesystem::path& scenario_folder) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& text) const;

  std::filesystem::path folder_;
};

// What the option --trust does.
inline constexpr const char* trust_help =
    "Agree to the commands that the scenario brings, now and later; else they are shown and asked "
    "about.";

// Returns once all commands are agreed to: before, with `trust` (--trust), or by an answer at the
// terminal; what is agreed to is kept in mind in the cache folder. Throws usage Error that shows
// the others where there is no terminal to ask at, or the answer is no.
void require_trust(const Scenario& scenario, const std::vector<ScenarioCommand>& commands,
                   bool trust);

}  // namespace assay
