#include "framework/supervisor/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>

#include "framework/core/error.hpp"
#include "framework/supervisor/confinement.hpp"
#include "framework/supervisor/held_memory.hpp"

namespace assay {
namespace {

constexpr std::size_t kept_error_bytes = 16 << 10;
// How often the child's memory is looked at, which takes a millisecond or two of another core.
constexpr std::chrono::milliseconds weighing{2000};
// A line longer than this is no message (a catalog of thousands of parameters takes a megabyte,
// half a million samples forty).
constexpr std::size_t longest_line = 64 << 20;

struct Ends {
  Descriptor read;
  Descriptor write;
};

Ends make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw environment_error("cannot create a pipe: {}", std::strerror(errno));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Makes the child's standard input: unlike a pipe, a socket lets the writer ask for an error
// instead of SIGPIPE, whose handling belongs to the whole program.
Ends make_socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw environment_error("cannot create a socket pair: {}", std::strerror(errno));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

struct ChildSetup {
  std::vector<char*> arguments;  // ends with nullptr
  const ChildLimits& limits;
  pid_t parent;
  int input, output, errors;
  int failure;                        // where to report that exec failed
  const std::function<int()>* serve;  // what to call instead of executing anything; may be empty
};

// Serves in the copy of a process, in place of a program. No exec closes the parent's files, so
// this does: the pipes to its siblings, some of which another thread may just be starting, would
// never end while this process has copies of their ends. Exit handlers of the parent are not run
// either.
[[noreturn]] void serve_as_child(const ChildSetup& setup) {
  close_range(STDERR_FILENO + 1, ~0U, 0);  // including the one for failures, as exec would
  // The parent's signal handlers are not for the child, and the supervisor decides when it ends.
  for (const int fatal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM}) {
    std::signal(fatal, SIG_DFL);
  }
  std::signal(SIGINT, SIG_IGN);
  int code = 1;
  try {
    code = (*setup.serve)();
  } catch (...) {  // any reason was written to standard error
  }
  std::fflush(nullptr);
  _exit(code);
}

// The stack of every thread: PoCL keeps the private memory of a whole work group on one thread's
// stack, and 1024 items with 64 doubles each outgrow the usual 8 MiB. Reserved, not used, until
// touched.
constexpr rlim_t stack_bytes = rlim_t{64} << 20;

// Runs between fork and exec of a process that may have threads: async-signal-safe calls only.
[[noreturn]] void become(const ChildSetup& setup) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != setup.parent) _exit(127);  // the parent died before prctl()
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < stack_bytes) {
    stack.rlim_cur = std::min(stack_bytes, stack.rlim_max);
    setrlimit(RLIMIT_STACK, &stack);
  }
  if (setup.limits.memory_bytes > 0) {
    const rlimit memory{setup.limits.memory_bytes, setup.limits.memory_bytes};
    setrlimit(RLIMIT_DATA, &memory);
  }
  dup2(setup.input, STDIN_FILENO);
  dup2(setup.output, STDOUT_FILENO);
  dup2(setup.errors, STDERR_FILENO);
  for (const int descriptor : setup.limits.inherited) fcntl(descriptor, F_SETFD, 0);
  if (setup.limits.confinement != nullptr) setup.limits.confinement->enter();
  if (*setup.serve) serve_as_child(setup);
  execvp(setup.arguments.front(), setup.arguments.data());
  const int reason = errno;
  // Nothing can be done if even this cannot be written: the parent then sees a child that exited.
  [[maybe_unused]] const auto written = write(setup.failure, &reason, sizeof reason);
  _exit(127);
}

// The errno of a failed exec; 0 when exec succeeded and closed the pipe.
int exec_failure(const Descriptor& report) {
  int reason = 0;
  ssize_t count = 0;
  do {
    count = read(report.get(), &reason, sizeof reason);
  } while (count < 0 && errno == EINTR);
  return count == sizeof reason ? reason : 0;
}

// The number of processes that the kernel has killed for lack of memory since the host was started;
// 0 where the kernel does not report it.
std::uint64_t memory_kills() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  for (std::uint64_t count = 0; counters >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

std::string explain(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = sigabbrev_np(number);
    const char* hint =
        number == SIGKILL ? "; unless someone did that, the kernel ran out of memory" : "";
    return fmt::format("died of SIG{} ({}{})", name == nullptr ? fmt::to_string(number) : name,
                       sigdescr_np(number) == nullptr ? "unknown" : sigdescr_np(number), hint);
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

ChildProcess::ChildProcess()
    : forward_errors_([] {
        const char* wanted = std::getenv("ASSAY_WORKER_STDERR");
        return wanted != nullptr && std::string_view(wanted) == "1";
      }()) {}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const ChildLimits& limits)
    : ChildProcess() {
  if (command.empty()) throw usage_error("there is no command to start a worker with");
  start(command, nullptr, limits);
}

ChildProcess::ChildProcess(const std::function<int()>& serve, const ChildLimits& limits)
    : ChildProcess() {
  std::fflush(nullptr);  // buffered output must not be written twice
  start({}, serve, limits);
}

void ChildProcess::start(const std::vector<std::string>& command, const std::function<int()>& serve,
                         const ChildLimits& limits) {
  Ends input = make_socket_pair();
  Ends output = make_pipe();
  Ends errors = make_pipe();
  Ends failure = make_pipe();
  ChildSetup setup{{},
                   limits,
                   getpid(),
                   input.read.get(),
                   output.write.get(),
                   errors.write.get(),
                   failure.write.get(),
                   &serve};
  for (const auto& word : command) setup.arguments.push_back(const_cast<char*>(word.c_str()));
  setup.arguments.push_back(nullptr);

  pid_ = fork();
  if (pid_ == 0) become(setup);
  if (pid_ < 0) throw environment_error("cannot fork a worker: {}", std::strerror(errno));
  setpgid(pid_, pid_);  // in both processes: either may come first
  failure.write.reset();
  if (const int reason = exec_failure(failure.read); reason != 0) {
    reap(true);
    throw environment_error("cannot execute '{}' as a worker: {}", command.front(),
                            std::strerror(reason));
  }
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  fcntl(errors_.get(), F_SETFL, O_NONBLOCK);
  memory_bytes_ = limits.memory_bytes;
  memory_kills_ = memory_kills();
  weighed_ = Clock::now();
}

ChildProcess::~ChildProcess() {
  kill();
  reap(true);
}

bool ChildProcess::send(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        ::send(input_.get(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

ChildProcess::Event ChildProcess::receive(std::string& line, Clock::time_point deadline) {
  for (;;) {
    const std::size_t end = unread_.find('\n', searched_);
    if (end != std::string::npos) {
      line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      searched_ = 0;
      return Event::line;
    }
    searched_ = unread_.size();
    if (unread_.size() > longest_line) {
      fault_ = fmt::format("wrote a line of more than {} MiB", longest_line >> 20);
      return Event::closed;
    }

    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Event::timeout;
    if (holds_too_much()) return Event::closed;
    std::array<pollfd, 2> waiting{{{output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(),
                           static_cast<int>(std::min<std::int64_t>(left, weighing.count())));
    if (ready <= 0) continue;  // interrupted, or one of several waits is over
    // An ended standard error would keep poll awake; poll ignores -1.
    if (waiting[1].revents != 0 && !read_errors()) errors_.reset();
    if (waiting[0].revents == 0) continue;
    std::array<char, 1 << 16> piece;
    const ssize_t count = read(output_.get(), piece.data(), piece.size());
    if (count == 0 || (count < 0 && errno != EINTR)) return Event::closed;
    if (count > 0) unread_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

bool ChildProcess::holds_too_much() {
  if (memory_bytes_ == 0 || Clock::now() - weighed_ < weighing) return false;
  weighed_ = Clock::now();
  const std::uint64_t held = held_memory(pid_);
  if (held <= memory_bytes_) return false;
  fault_ = fmt::format(
      "was killed: it used {:.3g} GiB, shared memory included, more than its limit of {:.3g} GiB "
      "(limits.memory_gib)",
      std::ldexp(static_cast<double>(held), -30),
      std::ldexp(static_cast<double>(memory_bytes_), -30));
  kill();
  return true;
}

// Reads what there is on standard error; false at its end.
bool ChildProcess::read_errors() {
  const std::lock_guard lock(hearing_);
  std::array<char, 1 << 12> piece;
  ssize_t count = 0;
  while ((count = read(errors_.get(), piece.data(), piece.size())) > 0) {
    const auto size = static_cast<std::size_t>(count);
    if (forward_errors_) std::fwrite(piece.data(), 1, size, stderr);
    error_text_.append(piece.data(), size);
    if (error_text_.size() > 2 * kept_error_bytes) {
      error_text_.erase(0, error_text_.size() - kept_error_bytes);
    }
  }
  return count != 0;
}

void ChildProcess::kill() {
  told_to_die_ = true;
  signal_group(SIGKILL);
}
void ChildProcess::pause() { signal_group(SIGSTOP); }
void ChildProcess::resume() { signal_group(SIGCONT); }

void ChildProcess::signal_group(int signal) {
  const std::lock_guard lock(reaping_);
  if (pid_ > 0) ::kill(-pid_, signal);
}

// Whether the child is gone and its process number is free.
bool ChildProcess::reap(bool wait) {
  const std::lock_guard lock(reaping_);
  if (pid_ < 0) return true;
  siginfo_t ended{};
  const int options = WEXITED | WNOWAIT | (wait ? 0 : WNOHANG);
  while (waitid(P_PID, static_cast<id_t>(pid_), &ended, options) < 0 && errno == EINTR) {
  }
  if (ended.si_pid == 0) return false;
  ::kill(-pid_, SIGKILL);  // processes that it left behind; its number is still taken
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return true;
}

void ChildProcess::end(std::chrono::milliseconds patience) {
  input_.reset();
  const auto deadline = Clock::now() + patience;
  while (!reap(false)) {
    if (Clock::now() >= deadline) {
      kill();
      reap(true);
      return;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

std::string ChildProcess::end_and_explain(std::chrono::milliseconds patience) {
  end(patience);
  static_cast<void>(read_errors());
  return fault_.empty() ? explain(status_) : fault_;
}

bool ChildProcess::was_killed() const {
  return !told_to_die_ && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL &&
         memory_kills() == memory_kills_;
}

void ChildProcess::forget_words() {
  static_cast<void>(read_errors());
  const std::lock_guard lock(hearing_);
  error_text_.clear();
}

std::string ChildProcess::last_words() const {
  const std::lock_guard lock(hearing_);
  constexpr std::size_t lines = 6;
  std::string_view text = error_text_;
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t start = text.size();
  for (std::size_t k = 0; k < lines && start != std::string_view::npos; ++k) {
    start = start == 0 ? std::string_view::npos : text.rfind('\n', start - 1);
  }
  return std::string(start == std::string_view::npos ? text : text.substr(start + 1));
}

}  // namespace assay
