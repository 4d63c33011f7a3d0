// A place for files that nobody wants to keep.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay {

// A folder of the user's own, empty at first, that goes with its owner and takes along what lies in
// it.
class ScratchFolder {
 public:
  // Below the folder for temporary files ($TMPDIR, else /tmp), as "assay-PURPOSE-" and six
  // characters that make it new. Throws environment Error, with the place and the cause, if it
  // cannot be made.
  explicit ScratchFolder(std::string_view purpose);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::filesystem::path& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
