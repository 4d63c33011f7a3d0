#include "framework/worker/library.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "framework/core/error.hpp"
#include "framework/worker/describe.hpp"

namespace assay {
namespace {

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

const assay_plugin* call_entry(assay_plugin_entry_function entry) {
  try {
    return entry(ASSAY_ABI_VERSION);
  } catch (const std::exception& error) {
    throw environment_error("threw while loading: {}", one_line(error.what()));
  } catch (...) {
    throw environment_error("threw something that is no std::exception while loading");
  }
}

// ---- the probing child
// ---------------------------------------------------------------------------

constexpr char loads_fine = '+';  // first byte of the child's answer; anything else is a reason
constexpr char loads_not = '-';

// Loads the plugin in this process, answers through `answer` and ends the process without running
// anyone's exit handlers.
[[noreturn]] void answer_as_child(const std::filesystem::path& file, int answer) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC); nowhere >= 0) {
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
  }
  std::string text(1, loads_fine);
  try {
    static_cast<void>(load_library(file));
  } catch (const std::exception& error) {
    text = loads_not + one_line(error.what());
  }
  const auto written = write(answer, text.data(), text.size());
  _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
}

// All that the child wrote until it closed its end or the limit passed.
std::string read_answer(int answer, std::chrono::milliseconds limit, bool& timed_out) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::string text;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd waiting{answer, POLLIN, 0};
    const int ready = left.count() > 0 ? poll(&waiting, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    timed_out = ready == 0;
    if (ready <= 0) return text;
    char piece[4096];
    const ssize_t count = read(answer, piece, sizeof piece);
    if (count <= 0) return text;
    text.append(piece, static_cast<std::size_t>(count));
  }
}

std::string reason_of(const std::string& answer, int status, bool timed_out,
                      std::chrono::milliseconds limit) {
  if (answer == std::string(1, loads_fine)) return "";
  if (!answer.empty() && answer.front() == loads_not) return answer.substr(1);
  if (timed_out)
    return fmt::format("did not finish loading within {} s",
                       std::chrono::duration<double>(limit).count());
  if (WIFSIGNALED(status)) {
    return fmt::format("crashed while loading: SIG{} ({})", sigabbrev_np(WTERMSIG(status)),
                       sigdescr_np(WTERMSIG(status)));
  }
  return fmt::format("ended the process with exit code {} while loading", WEXITSTATUS(status));
}

}  // namespace

const assay_plugin* load_library(const std::filesystem::path& file) {
  // RTLD_LOCAL keeps two builds of one plugin apart; RTLD_NOW finds missing symbols here and not in
  // the middle of a trial.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw environment_error("does not load: {}", one_line(dlerror()));
  void* symbol = dlsym(library, "assay_plugin_entry");
  if (symbol == nullptr) throw environment_error("exports no assay_plugin_entry");
  const assay_plugin* plugin = call_entry(reinterpret_cast<assay_plugin_entry_function>(symbol));
  check_plugin(plugin);
  return plugin;
}

std::string probe_library(const std::filesystem::path& file, std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw environment_error("cannot create a pipe: {}", std::strerror(errno));
  }
  std::fflush(nullptr);  // what is buffered must not be written twice
  const pid_t child = fork();
  if (child == 0) answer_as_child(file, ends[1]);
  close(ends[1]);
  if (child < 0) {
    const int reason = errno;
    close(ends[0]);
    throw environment_error("cannot fork: {}", std::strerror(reason));
  }
  bool timed_out = false;
  const std::string answer = read_answer(ends[0], limit, timed_out);
  close(ends[0]);
  if (timed_out) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return reason_of(answer, status, timed_out, limit);
}

}  // namespace assay
