// Commands that a scenario brings are run only after the user has agreed to them.
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

// Returns the commands that compute references and, with `workers`, those that start workers.
[[nodiscard]] std::vector<ScenarioCommand> commands_of(const Scenario& scenario, bool workers);

// Returns the command that prints the kernel's source, or none if its source is a file.
[[nodiscard]] std::vector<ScenarioCommand> source_commands_of(const KernelDescription& kernel);

// Lists commands as "  workers: ssh host assay worker", one on each line, sanitised for a terminal.
[[nodiscard]] std::string listed(const std::vector<ScenarioCommand>& commands);

// The commands that the user has agreed to: a file for each command and folder, named by a hash of
// both. The folder matters, since `python3 expected.py` is a different program elsewhere.
class TrustedCommands {
 public:
  // `folder` is where agreements are stored; it need not exist.
  explicit TrustedCommands(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] bool has(const ScenarioCommand& command,
                         const std::filesystem::path& scenario_folder) const;
  // Throws environment Error if the agreement cannot be stored.
  void add(const ScenarioCommand& command, const std::filesystem::path& scenario_folder) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& text) const;

  std::filesystem::path folder_;
};

// The help text of the option --trust.
inline constexpr const char* trust_help =
    "Allow the scenario's commands to run, now and in future; without this option they are shown, "
    "and you are asked.";

// Returns once all commands are agreed to: earlier, with `trust` (--trust), or by an answer at the
// terminal; agreements are stored in the cache folder. Throws usage Error that shows the remaining
// commands if there is no terminal to ask at, or if the answer is no.
void require_trust(const Scenario& scenario, const std::vector<ScenarioCommand>& commands,
                   bool trust);

}  // namespace assay
