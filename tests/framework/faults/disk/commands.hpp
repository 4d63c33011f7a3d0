// Small commands, as `assay` runs them, that work on a store while its disk fails.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assay::test {

struct Command {
  std::string name;
  // Runs the command; throws the error with which it ends.
  std::function<void(const std::filesystem::path& store)> run;
  // A text of all that the command leaves in a store, except for times of day and what an earlier
  // failed call may have left. Every call that succeeds leaves the same text.
  std::function<std::string(const std::filesystem::path& store)> outcome;
};

[[nodiscard]] Command import_of_benchmarks();
[[nodiscard]] Command import_of_space();
[[nodiscard]] Command small_tune();
// A guard of two programs; every call measures anew.
[[nodiscard]] Command small_guard();
// Calls every function of the store that writes, twice.
[[nodiscard]] Command every_write();

}  // namespace assay::test
