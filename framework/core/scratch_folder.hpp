// A temporary folder for files that nobody wants to keep.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay {

// A folder of the user's own, empty at first, that is removed with all its contents when the object
// is destroyed.
class ScratchFolder {
 public:
  // Creates the folder below the one for temporary files, named "assay-PURPOSE-" and six characters
  // that make it unique. That is the first of $TMPDIR, $TMP, $TEMP and $TEMPDIR that is set, else
  // /tmp. Throws environment Error, with the place and the cause, if it cannot be created.
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
