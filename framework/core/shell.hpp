// Commands of users, by the shell.
#pragma once

#include <string>

namespace assay {

// How a command ended.
struct ShellOutcome {
  int exit_code = 0;  // 128 and the signal's number where it died of one, as shells tell it
  std::string said;   // the last part of what it printed, wherever to

  [[nodiscard]] bool ok() const { return exit_code == 0; }
};

// Runs `command` by /bin/sh, without an input, and waits for it. Throws environment Error if no
// shell can be started.
[[nodiscard]] ShellOutcome run_shell(const std::string& command);

// One word to the shell, whatever the text holds.
[[nodiscard]] std::string shell_quoted(const std::string& text);

// "died of signal 9; it said nothing", "ended with exit code 2; it said:\n...".
[[nodiscard]] std::string how_it_ended(const ShellOutcome& outcome);

}  // namespace assay
