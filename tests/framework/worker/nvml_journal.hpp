// The fake NVML library of the test plugins, and its notes of what was set.
#pragma once

#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/contents.hpp"
#include "tests/temporary_folder.hpp"

// While it lives, processes that open NVML get the fake one.
class NvmlJournal {
 public:
  // The notes, once there are as many, or 20 s later; a process that is ending writes its own at
  // any moment.
  [[nodiscard]] std::vector<std::string> notes(std::size_t count) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
      std::vector<std::string> lines;
      std::istringstream text(assay::test::contents(file_));
      for (std::string line; std::getline(text, line);) lines.push_back(line);
      if (lines.size() >= count || std::chrono::steady_clock::now() > deadline) return lines;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  void forget() { std::filesystem::remove(file_); }

 private:
  assay::test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "journal";
  assay::test::ScopedVariable named_{"FAKE_NVML_JOURNAL", file_.string()};
  assay::test::ScopedVariable library_{"ASSAY_NVML_LIBRARY", ASSAY_FAKE_NVML};
};

// The command of a guardian of limits.
inline const std::vector<std::string>& test_guardian() {
  static const std::vector<std::string> command = {ASSAY_TEST_WORKER, "--limits-of"};
  return command;
}
