#include "tables/byte_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "assay/plugin.hpp"

namespace tables {
namespace {

int close_gz(void* file) { return gzclose(static_cast<gzFile>(file)); }

assay::sdk::Error failure(const std::string& path, const std::string& why) {
  return {ASSAY_DATA_ERROR, fmt::format("{}: {}", path, why)};
}

}  // namespace

ByteFile::ByteFile(const std::string& path)
    : path_(path), file_(gzopen(path.c_str(), "rb"), close_gz), buffer_(std::size_t{1} << 18) {
  if (!file_) throw failure(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
}

bool ByteFile::fill() {
  auto* file = static_cast<gzFile>(file_.get());
  const int count = gzread(file, buffer_.data(), static_cast<unsigned>(buffer_.size()));
  int code = Z_OK;
  const char* text = gzerror(file, &code);
  if (count < 0 || (code != Z_OK && code != Z_STREAM_END)) {
    throw failure(path_,
                  fmt::format("cannot be read: {}", code == Z_ERRNO ? std::strerror(errno) : text));
  }
  begin_ = 0;
  end_ = static_cast<std::size_t>(count);
  return count > 0;
}

std::size_t ByteFile::read(std::span<char> target) {
  std::size_t done = 0;
  while (done < target.size() && (begin_ < end_ || fill())) {
    const std::size_t count = std::min(target.size() - done, end_ - begin_);
    std::copy_n(buffer_.data() + begin_, count, target.data() + done);
    begin_ += count;
    done += count;
  }
  return done;
}

bool ByteFile::read_line(std::string& line) {
  line.clear();
  bool any = false;
  while (begin_ < end_ || fill()) {
    any = true;
    const char* first = buffer_.data() + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(first, '\n', end_ - begin_));
    const char* last = newline != nullptr ? newline : buffer_.data() + end_;
    line.append(first, last);
    begin_ = static_cast<std::size_t>(last - buffer_.data()) + (newline != nullptr ? 1 : 0);
    if (newline != nullptr) break;
  }
  if (line.ends_with('\r')) line.pop_back();
  return any;
}

}  // namespace tables
