#pragma once

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

namespace assay {

// Reads the lines of a file descriptor, and knows whether reading on would wait.
class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  // Waits for the next line, without its end; false at the end of the input.
  bool next(std::string& line) {
    for (;;) {
      if (const auto end = unread_.find('\n'); end != std::string::npos) {
        line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        return true;
      }
      std::array<char, 1 << 16> piece;
      const ssize_t count = read(descriptor_, piece.data(), piece.size());
      if (count == 0 || (count < 0 && errno != EINTR)) return false;
      if (count > 0) unread_.append(piece.data(), static_cast<std::size_t>(count));
    }
  }

  // True if there is more to read, or the input has ended.
  [[nodiscard]] bool pending() const {
    pollfd waiting{descriptor_, POLLIN, 0};
    return !unread_.empty() || poll(&waiting, 1, 0) > 0;
  }

 private:
  int descriptor_;
  std::string unread_;
};

}  // namespace assay
