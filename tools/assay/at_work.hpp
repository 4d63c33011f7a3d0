#pragma once

#include <filesystem>

namespace assay::command {

// Marks a store as one that a command of this host is at work on, as long as the mark or its
// process lives. Several commands may be: none waits for another, but searches of one space do not
// see each other's results before they are done, and what two of them look at is measured twice.
class AtWork {
 public:
  explicit AtWork(const std::filesystem::path& store);
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

  // Whether there was one already.
  [[nodiscard]] bool beside_another() const { return beside_another_; }

 private:
  int descriptor_ = -1;  // -1 where no mark can be set: then nobody is seen
  bool beside_another_ = false;
};

}  // namespace assay::command
