#include "framework/core/shell.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr std::size_t shown_output = 2000;  // characters
constexpr int of_signal = 128;

std::string first_line_of(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

}  // namespace

ShellOutcome run_shell(const std::string& command) {
  // The command has no input: it must not read what a supervisor sends to this process.
  const std::string whole = fmt::format("( {}\n) </dev/null 2>&1", command);
  FILE* pipe = popen(whole.c_str(), "r");
  if (pipe == nullptr) throw environment_error("cannot run a command: {}", std::strerror(errno));
  std::string said;
  std::string began;
  char block[4096];
  for (std::size_t count = 0; (count = fread(block, 1, sizeof block, pipe)) > 0;) {
    said.append(block, count);
    if (began.size() < shown_output) began.append(block, count);
    if (said.size() > 2 * shown_output) said.erase(0, said.size() - shown_output);
  }
  const int status = pclose(pipe);
  return {WIFSIGNALED(status) ? of_signal + WTERMSIG(status) : WEXITSTATUS(status),
          said.substr(said.size() - std::min(said.size(), shown_output)),
          first_line_of(began.substr(0, shown_output))};
}

ShellOutcome run_shell(const std::string& command, double seconds) {
  return run_shell(fmt::format("timeout -k 1 {} /bin/sh -c {}", seconds, shell_quoted(command)));
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string how_it_ended(const ShellOutcome& outcome) {
  const std::string end = outcome.exit_code > of_signal
                              ? fmt::format("died of signal {}", outcome.exit_code - of_signal)
                              : fmt::format("ended with exit code {}", outcome.exit_code);
  return end + (outcome.said.empty() ? "; it printed nothing" : "; its output:\n" + outcome.said);
}

}  // namespace assay
