// Bytes and lines of a file, decompressed while reading if it is a gzip file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tables {

// Throws sdk::Error (ASSAY_DATA_ERROR) if the file cannot be opened or read, or is damaged.
class ByteFile {
 public:
  explicit ByteFile(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  // Reads up to `target.size()` bytes; fewer only at the end of the file.
  std::size_t read(std::span<char> target);
  // Reads the next line without its end (LF or CR LF); false at the end of the file.
  bool read_line(std::string& line);

 private:
  bool fill();

  std::string path_;
  std::unique_ptr<void, int (*)(void*)> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace tables
