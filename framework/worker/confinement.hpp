// A process that is not trusted, kept from what is not its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/worker/descriptor.hpp"

namespace assay {

// What a process may reach once it has entered: it reads below some folders, writes below others,
// speaks to no network, and neither signals nor looks into processes of others. All of it is the
// kernel's business (Landlock, seccomp, network namespaces), and what a kernel does not offer is
// left out: `missing` tells.
//
// Made in the parent, entered in the child between fork and exec, where only system calls are
// allowed.
class Confinement {
 public:
  // Folders that are not there are passed over.
  Confinement(const std::vector<std::filesystem::path>& readable,
              const std::vector<std::filesystem::path>& writable);

  // Cannot be left again. Never fails: see `missing`.
  void enter() const noexcept;

  // What this system does not keep a process from, as "reading and writing files elsewhere", in the
  // order of gravity. Found out by a child process that tries.
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
  std::uint64_t handled_ = 0;  // rights that the kernel knows; 0: it has no Landlock
};

}  // namespace assay
