#include "framework/tuner/installation.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "framework/core/hash.hpp"
#include "framework/core/paths.hpp"

namespace assay {

namespace fs = std::filesystem;

std::string assay_command() {
  if (const char* given = std::getenv("ASSAY_COMMAND"); given != nullptr && *given != '\0')
    return given;
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&assay_command), &library) != 0) {
    std::error_code ignored;
    // The library is in lib/, or in lib/x86_64-linux-gnu/ on Debian.
    fs::path folder = fs::canonical(library.dli_fname, ignored).parent_path();
    for (int up = 0; up < 2; ++up) {
      folder = folder.parent_path();
      if (fs::exists(folder / "bin" / "assay", ignored)) return (folder / "bin" / "assay").string();
    }
  }
  return "assay";
}

std::string program_id() {
  std::ifstream file(executable_path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return hash_hex(bytes);
}

}  // namespace assay
