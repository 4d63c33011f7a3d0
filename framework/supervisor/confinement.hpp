// Keeps a process that is not trusted from what is not its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/protocol/descriptor.hpp"

namespace assay {

// The limits on what a process may reach once it has entered: it reads below some folders, writes
// below others, uses no network, and neither signals nor looks into processes of others. The kernel
// enforces all of it (Landlock, seccomp, network namespaces); limits that a kernel does not offer
// are left out, and missing() reports them.
//
// Constructed in the parent; entered in the child between fork and exec, where only system calls
// are allowed.
class Confinement {
 public:
  // Folders that do not exist are skipped.
  Confinement(const std::vector<std::filesystem::path>& readable,
              const std::vector<std::filesystem::path>& writable);

  // Cannot be undone. Never fails: missing() reports limits that are not enforced.
  void enter() const noexcept;

  // What this system does not keep a process from, such as "reading and writing files elsewhere",
  // most serious first. Determined by a child process that tries to enter.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  struct Rule {
    Descriptor folder;
    std::uint64_t rights;
  };
  bool restrict_files() const noexcept;
  static bool restrict_calls() noexcept;
  static bool leave_networks() noexcept;

  std::vector<Rule> rules_;
  std::uint64_t handled_ = 0;  // rights that the kernel knows; 0 without Landlock
};

}  // namespace assay
