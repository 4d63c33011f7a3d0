// Where the library's own files are. Internal to the tuner.
#pragma once

#include <filesystem>
#include <string>

namespace assay {

// The command `assay`: $ASSAY_COMMAND, else the one installed (or built) beside this library, else
// the one along PATH.
[[nodiscard]] std::string assay_command();

// The hash of the running program: tells builds of its functions apart.
[[nodiscard]] std::string program_id();

// A folder that goes with its owner.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
