#pragma once

#include <filesystem>

namespace assay::command {

// Marks a store as being in use by a command of this host, for the lifetime of the mark or its
// process. Several commands may use a store: none waits for another, but searches of one space do
// not see each other's results before they are done, and configurations that two of them try are
// measured twice.
class AtWork {
 public:
  explicit AtWork(const std::filesystem::path& store);
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

  // Whether another command had marked the store already.
  [[nodiscard]] bool beside_another() const { return beside_another_; }

 private:
  int descriptor_ = -1;  // -1: no mark could be set, and no other is seen
  bool beside_another_ = false;
};

}  // namespace assay::command
