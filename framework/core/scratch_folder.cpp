#include "framework/core/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <system_error>

#include "framework/core/error.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

// The folder that std::filesystem::temp_directory_path() would choose; that function does not
// report which folder it refuses.
fs::path folder_for_temporary_files() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    if (const char* place = std::getenv(name); place != nullptr && *place != '\0') return place;
  }
  return "/tmp";
}

}  // namespace

ScratchFolder::ScratchFolder(std::string_view purpose) {
  const fs::path place = folder_for_temporary_files();
  std::string name = (place / fmt::format("assay-{}-XXXXXX", purpose)).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw environment_error(
        "cannot create a temporary folder in {}: {}; name another place in TMPDIR", place.string(),
        std::strerror(errno));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  try {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {  // walking through the folder takes memory
  }
}

}  // namespace assay
