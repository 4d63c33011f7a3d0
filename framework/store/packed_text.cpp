#include "framework/store/packed_text.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "framework/core/error.hpp"

namespace assay {
namespace {

using GzHandle = std::unique_ptr<gzFile_s, int (*)(gzFile)>;

// Throws if reading failed. zlib reports a cut-off file only here, after it has returned everything
// that it could decompress.
void require_no_error(gzFile file, const std::string& name) {
  int code = Z_OK;
  const char* text = gzerror(file, &code);
  if (code == Z_OK || code == Z_STREAM_END) return;
  if (code == Z_ERRNO) {
    throw environment_error("{}: cannot be read: {}", name, std::strerror(errno));
  }
  if (code == Z_BUF_ERROR) {
    throw environment_error("{}: the gzip file is cut off; fetch or write it again", name);
  }
  throw environment_error("{}: the gzip file is damaged ({}); fetch or write it again", name, text);
}

}  // namespace

std::string read_packed_text(const std::filesystem::path& path, std::size_t limit) {
  const std::string name = path.string();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw environment_error("{}: cannot be read: it is a folder; name the files in it", name);
  }
  const GzHandle file(gzopen(name.c_str(), "rb"), gzclose);
  if (!file) {
    throw environment_error("{}: cannot be opened: {}; check its name and its permissions", name,
                            std::strerror(errno));
  }
  std::vector<char> buffer(std::size_t{1} << 18);
  std::string text;
  for (;;) {
    const int count = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()));
    require_no_error(file.get(), name);
    if (count <= 0) break;
    if (text.size() + static_cast<std::size_t>(count) > limit) {
      throw environment_error(
          "{}: is too large: unpacked it has more than {} bytes; split it, or keep only what "
          "matters",
          name, limit);
    }
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (gzdirect(file.get()) != 0 && path.extension() == ".gz") {
    throw environment_error(
        "{}: is named .gz but is not a gzip file; fetch it again, or remove .gz from its name if "
        "it is plain text",
        name);
  }
  return text;
}

void write_packed_text(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path aside = path.string() + ".part";
  // The mode "T" writes the bytes uncompressed.
  const bool packed = path.extension() == ".gz";
  gzFile file = gzopen(aside.c_str(), packed ? "wb" : "wbT");
  bool written = file != nullptr;
  for (std::size_t at = 0; written && at < text.size();) {
    const auto part = static_cast<unsigned>(std::min(text.size() - at, std::size_t{1} << 24));
    written = gzwrite(file, text.data() + at, part) == static_cast<int>(part);
    at += part;
  }
  if (file != nullptr) written = gzclose(file) == Z_OK && written;
  std::string reason = std::strerror(errno);
  std::error_code error;
  if (written) {
    std::filesystem::rename(aside, path, error);
    if (!error) return;
    reason = error.message();
  }
  std::filesystem::remove(aside, error);
  throw environment_error("{}: cannot be written: {}", path.string(), reason);
}

}  // namespace assay
