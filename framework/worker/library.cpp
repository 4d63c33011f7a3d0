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
#include <utility>

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
    throw environment_error("threw something other than a std::exception while loading");
  }
}

// ---- the probing child --------------------------------------------------------------------------

constexpr char loads_fine = '+';  // an answer is this, or '-' and the reason, followed by a newline
constexpr char loads_not = '-';

// Loads the plugins in this process, writes an answer for each to `answers`, and ends the process
// without running any exit handlers.
[[noreturn]] void answer_as_child(std::span<const std::filesystem::path> files, int answers) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC); nowhere >= 0) {
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
  }
  for (const auto& file : files) {
    std::string text(1, loads_fine);
    try {
      static_cast<void>(load_library(file));
    } catch (const std::exception& error) {
      text = loads_not + one_line(error.what());
    }
    text += '\n';
    const auto written = write(answers, text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size())) _exit(1);
  }
  _exit(0);
}

struct Answer {
  std::string reason;  // why the file does not load, or ""
  bool goes_on;        // whether the child lives to answer for the next file
};

class ProbingChild {
 public:
  explicit ProbingChild(std::span<const std::filesystem::path> files) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw environment_error("cannot create a pipe: {}", std::strerror(errno));
    }
    std::fflush(nullptr);  // buffered output must not be written twice
    id_ = fork();
    if (id_ == 0) answer_as_child(files, ends[1]);
    const int reason = errno;
    close(ends[1]);
    answers_ = ends[0];
    if (id_ < 0) {
      close(answers_);
      throw environment_error("cannot fork: {}", std::strerror(reason));
    }
  }
  ProbingChild(const ProbingChild&) = delete;
  ProbingChild& operator=(const ProbingChild&) = delete;
  ~ProbingChild() {
    close(answers_);
    if (id_ < 0) return;
    kill(id_, SIGKILL);
    static_cast<void>(wait_for_end());
  }

  [[nodiscard]] Answer next(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (text_.find('\n') == std::string::npos) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      pollfd waiting{answers_, POLLIN, 0};
      const int ready = left.count() > 0 ? poll(&waiting, 1, static_cast<int>(left.count())) : 0;
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) {
        return {fmt::format("did not finish loading within {} s",
                            std::chrono::duration<double>(limit).count()),
                false};
      }
      char piece[4096];
      const ssize_t count = read(answers_, piece, sizeof piece);
      if (count <= 0) return {how_it_ended(), false};
      text_.append(piece, static_cast<std::size_t>(count));
    }
    const std::string answer = text_.substr(0, text_.find('\n'));
    text_.erase(0, answer.size() + 1);
    return {answer == std::string(1, loads_fine) ? "" : answer.substr(1), true};
  }

 private:
  int wait_for_end() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    return status;
  }

  // How the child ended, which has closed its end of the pipe and does so only by ending.
  std::string how_it_ended() {
    const int status = wait_for_end();
    if (WIFSIGNALED(status)) {
      return fmt::format("crashed while loading: SIG{} ({})", sigabbrev_np(WTERMSIG(status)),
                         sigdescr_np(WTERMSIG(status)));
    }
    return fmt::format("ended the process with exit code {} while loading", WEXITSTATUS(status));
  }

  pid_t id_ = -1;
  int answers_ = -1;
  std::string text_;  // answers received and not yet returned
};

}  // namespace

const assay_plugin* load_library(const std::filesystem::path& file) {
  // RTLD_LOCAL keeps two builds of one plugin apart; RTLD_NOW finds missing symbols here and not in
  // the middle of a trial.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw environment_error("cannot be loaded: {}", one_line(dlerror()));
  void* symbol = dlsym(library, "assay_plugin_entry");
  if (symbol == nullptr) throw environment_error("exports no assay_plugin_entry");
  const assay_plugin* plugin = call_entry(reinterpret_cast<assay_plugin_entry_function>(symbol));
  check_plugin(plugin);
  return plugin;
}

std::vector<std::string> probe_libraries(std::span<const std::filesystem::path> files,
                                         std::chrono::milliseconds limit) {
  std::vector<std::string> reasons;
  while (reasons.size() < files.size()) {
    ProbingChild child(files.subspan(reasons.size()));
    for (bool goes_on = true; goes_on && reasons.size() < files.size();) {
      Answer answer = child.next(limit);
      reasons.push_back(std::move(answer.reason));
      goes_on = answer.goes_on;
    }
  }
  return reasons;
}

}  // namespace assay
