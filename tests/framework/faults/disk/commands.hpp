// What is done to a store while its disk fails: small commands, as `assay` runs them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assay::test {

struct Command {
  std::string name;
  // Throws what the command ends with.
  std::function<void(const std::filesystem::path& store)> run;
  // All that the command leaves in a store, in words, less moments and what an earlier call that
  // failed may have left: the same after every call that ended well.
  std::function<std::string(const std::filesystem::path& store)> outcome;
};

[[nodiscard]] Command import_of_benchmarks();
[[nodiscard]] Command import_of_space();
[[nodiscard]] Command small_tune();
// Of two programs; every call measures anew.
[[nodiscard]] Command small_guard();
// Every function of the store that writes, once and again.
[[nodiscard]] Command every_write();

}  // namespace assay::test
