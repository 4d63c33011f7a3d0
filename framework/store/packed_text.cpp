#include "framework/store/packed_text.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "framework/core/error.hpp"

namespace assay {
namespace {

using GzHandle = std::unique_ptr<gzFile_s, int (*)(gzFile)>;

// zlib tells a cut-off file only here: what it could decompress it has already handed out.
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

std::string read_packed_text(const std::filesystem::path& path) {
  const std::string name = path.string();
  const GzHandle file(gzopen(name.c_str(), "rb"), gzclose);
  if (!file) throw environment_error("{}: cannot be opened: {}", name, std::strerror(errno));
  std::vector<char> buffer(std::size_t{1} << 18);
  std::string text;
  for (;;) {
    const int count = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()));
    require_no_error(file.get(), name);
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (gzdirect(file.get()) != 0 && path.extension() == ".gz") {
    throw environment_error(
        "{}: is named .gz but is no gzip file; fetch it again, or take .gz off its name if it is "
        "plain text",
        name);
  }
  return text;
}

}  // namespace assay
