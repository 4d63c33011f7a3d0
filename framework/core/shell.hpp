// Running commands of users by the shell.
#pragma once

#include <string>

namespace assay {

// The outcome of a command.
struct ShellOutcome {
  int exit_code = 0;            // 128 plus the signal's number if a signal killed it, as in shells
  std::string said;             // the last part of its output and error output together
  std::string first_line = {};  // of both that is not blank; its beginning, if it is long

  [[nodiscard]] bool ok() const { return exit_code == 0; }
};

// Runs `command` by /bin/sh, without input, and waits for it. Throws environment Error if no shell
// can be started.
[[nodiscard]] ShellOutcome run_shell(const std::string& command);

// Does the same with a command that is killed, with all that it started, after some seconds; it
// then ends like one that a signal killed, or with the exit code 124. Outlives its caller no longer
// than that. Needs the program `timeout` of the coreutils.
[[nodiscard]] ShellOutcome run_shell(const std::string& command, double seconds);

// The text, quoted so that the shell reads it as one word, for any text.
[[nodiscard]] std::string shell_quoted(const std::string& text);

// Describes the outcome: "died of signal 9; it printed nothing", "ended with exit code 2; its
// said:\n...".
[[nodiscard]] std::string how_it_ended(const ShellOutcome& outcome);

}  // namespace assay
