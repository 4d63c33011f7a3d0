#include "framework/device/cuda/limit_guardian.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "framework/device/device_error.hpp"

namespace assay::device::cuda {
namespace {

DeviceError failure(const char* what, int reason) {
  return {ASSAY_INTERNAL, fmt::format("{}: {}", what, std::strerror(reason))};
}

// Starts the command with `end` as its standard input and output, in a session of its own: signals
// to the group of this process, by which a supervisor ends it, do not reach the guardian. Nothing
// else is handed down but standard error.
pid_t spawn(const std::vector<std::string>& command, int end) {
  std::vector<char*> words;
  for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, end, STDOUT_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t process = -1;
  const int reason =
      posix_spawnp(&process, words.front(), &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (reason != 0) throw failure("cannot start the guardian of a device's limits", reason);
  return process;
}

}  // namespace

LimitGuardian::LimitGuardian(const std::vector<std::string>& command,
                             const std::string& pci_bus_id) {
  if (command.empty()) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      "this program cannot limit devices, since it has no guardian that takes the "
                      "limits away when it dies: `assay tune` and `assay run` have one");
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw failure("cannot create a socket pair", errno);
  }
  socket_ = ends[0];
  try {
    auto words = command;
    words.push_back(pci_bus_id);
    process_ = spawn(words, ends[1]);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
}

LimitGuardian::~LimitGuardian() {
  shutdown(socket_, SHUT_RDWR);  // ends it even if a fork of this process has a copy
  close(socket_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void LimitGuardian::limit(assay_limit what, double value) {
  auto& held = values_.at(static_cast<std::size_t>(what));
  const std::string name = limit_names.at(static_cast<std::size_t>(what));
  if (held == value) return;
  if (held) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("{} is limited to {} already, and one device cannot be limited "
                                  "to {} at the same time",
                                  name, *held, value));
  }
  const std::string answer = answer_to(fmt::format("{} {}\n", name, value));
  if (!answer.empty()) throw DeviceError(ASSAY_UNSUPPORTED, answer);
  held = value;
}

// "" if the guardian did what it was asked to; else the reason.
std::string LimitGuardian::answer_to(const std::string& request) const {
  const auto sent = send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
  std::string answer;
  for (char each = 0; sent == static_cast<ssize_t>(request.size());) {
    const ssize_t count = read(socket_, &each, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1) break;
    if (each == '\n') return answer;
    answer += each;
  }
  throw DeviceError(ASSAY_INTERNAL,
                    "the guardian of the device's limits has ended; if some are left, `nvidia-smi "
                    "-rgc -rmc` takes those of the clocks away");
}

}  // namespace assay::device::cuda
