#include "framework/supervisor/confinement.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace assay {
namespace {

// ---- Landlock (linux/landlock.h, which older systems' headers lack) -----------------------------

constexpr long create_ruleset = 444;
constexpr long add_rule = 445;
constexpr long restrict_self = 446;
constexpr unsigned version_flag = 1;
constexpr int path_beneath = 1;

struct RulesetAttributes {
  std::uint64_t handled_access_fs;
};
struct __attribute__((packed)) PathBeneath {
  std::uint64_t allowed_access;
  std::int32_t parent_fd;
};

constexpr std::uint64_t execute = 1U << 0U;
constexpr std::uint64_t read_file = 1U << 2U;
constexpr std::uint64_t read_folder = 1U << 3U;
constexpr std::uint64_t reading = execute | read_file | read_folder;
constexpr std::uint64_t first_version = (1U << 13U) - 1;  // all rights of version 1
constexpr std::uint64_t refer = 1U << 13U;                // added by version 2
constexpr std::uint64_t truncate_right = 1U << 14U;       // added by version 3

std::uint64_t rights_of_version(long version) {
  if (version < 1) return 0;
  std::uint64_t rights = first_version;
  if (version >= 2) rights |= refer;
  if (version >= 3) rights |= truncate_right;
  return rights;
}

// ---- seccomp -----------------------------------------------------------------------------------

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;
#endif

constexpr sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
constexpr sock_filter result(std::uint32_t value) { return BPF_STMT(BPF_RET | BPF_K, value); }
constexpr sock_filter skip_unless(std::uint32_t value, std::uint8_t instructions) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, instructions);
}
constexpr sock_filter skip_if(std::uint32_t value, std::uint8_t instructions) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, instructions, 0);
}

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | 1U;  // EPERM

// System calls that no computation needs: into other processes, the system's clock, mounts and the
// kernel.
constexpr std::array refused_calls = {SYS_ptrace,
                                      SYS_process_vm_readv,
                                      SYS_process_vm_writev,
                                      SYS_clock_settime,
                                      SYS_settimeofday,
                                      SYS_adjtimex,
                                      SYS_mount,
                                      SYS_umount2,
                                      SYS_setns,
                                      SYS_unshare,
                                      SYS_bpf,
                                      SYS_kexec_load,
                                      SYS_init_module,
                                      SYS_delete_module,
                                      SYS_reboot,
                                      SYS_swapon};

}  // namespace

Confinement::Confinement(const std::vector<std::filesystem::path>& readable,
                         const std::vector<std::filesystem::path>& writable)
    : handled_(rights_of_version(syscall(create_ruleset, nullptr, 0, version_flag))) {
  const auto add = [&](const std::filesystem::path& folder, std::uint64_t rights) {
    Descriptor opened(open(folder.c_str(), O_PATH | O_CLOEXEC));
    if (opened.get() < 0) return;
    std::error_code unknown;
    // Rights that concern the contents of a folder do not apply to a file.
    constexpr std::uint64_t of_files = execute | (1U << 1U) | read_file | truncate_right;
    if (!std::filesystem::is_directory(folder, unknown)) rights &= of_files;
    rules_.push_back({std::move(opened), rights & handled_});
  };
  for (const auto& folder : readable) add(folder, reading);
  for (const auto& folder : writable) add(folder, handled_);
}

bool Confinement::restrict_files() const noexcept {
  if (handled_ == 0) return false;
  const RulesetAttributes attributes{handled_};
  const long ruleset = syscall(create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return false;
  for (const Rule& rule : rules_) {
    const PathBeneath beneath{rule.rights, rule.folder.get()};
    syscall(add_rule, ruleset, path_beneath, &beneath, 0);
  }
  // A process may write to the files about itself: CUDA's driver does so when it starts.
  const int self = open("/proc/self", O_PATH | O_CLOEXEC);
  const PathBeneath own{handled_, self};
  syscall(add_rule, ruleset, path_beneath, &own, 0);
  close(self);
  const bool entered = syscall(restrict_self, ruleset, 0) == 0;
  close(static_cast<int>(ruleset));
  return entered;
}

// Allows signals only to the process itself, and sockets only within this machine.
bool Confinement::restrict_calls() noexcept {
  if (architecture == 0) return false;
  std::array<sock_filter, 64> filter{};
  std::uint16_t size = 0;
  const auto add = [&](sock_filter instruction) { filter[size++] = instruction; };
  add(load(offsetof(seccomp_data, arch)));
  add(skip_if(architecture, 1));
  add(result(refuse));
  add(load(offsetof(seccomp_data, nr)));
  for (const long call : refused_calls) {
    add(skip_unless(static_cast<std::uint32_t>(call), 1));
    add(result(refuse));
  }
  const auto own = static_cast<std::uint32_t>(getpid());
  for (const long call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo}) {
    add(skip_unless(static_cast<std::uint32_t>(call), 4));
    add(load(offsetof(seccomp_data, args[0])));
    add(skip_unless(own, 1));
    add(result(allow));
    add(result(refuse));
  }
  add(skip_unless(SYS_socket, 4));
  add(load(offsetof(seccomp_data, args[0])));
  add(skip_unless(AF_UNIX, 1));
  add(result(allow));
  add(result(refuse));
  add(result(allow));
  const sock_fprog program{size, filter.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// A second barrier next to the refusal of sockets; it needs rights that few processes have.
bool Confinement::leave_networks() noexcept { return unshare(CLONE_NEWNET | CLONE_NEWIPC) == 0; }

void Confinement::enter() const noexcept {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  static_cast<void>(leave_networks());
  static_cast<void>(restrict_files());
  static_cast<void>(restrict_calls());
}

std::vector<std::string> Confinement::missing() const {
  constexpr int no_files = 1;
  constexpr int no_calls = 2;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const bool files = restrict_files();
    const bool calls = restrict_calls();
    _exit((files ? 0 : no_files) + (calls ? 0 : no_calls));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
    return {"doing anything at all: the test of the confinement failed"};
  }
  std::vector<std::string> missing;
  if ((WEXITSTATUS(status) & no_files) != 0) {
    missing.emplace_back("reading and writing your files (that takes Landlock: Linux 5.13)");
  }
  if ((WEXITSTATUS(status) & no_calls) != 0) {
    missing.emplace_back(
        "using networks and sending signals to other processes (that takes seccomp filters)");
  }
  return missing;
}

}  // namespace assay
