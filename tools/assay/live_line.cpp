#include "tools/assay/live_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay::command {
namespace {

// Columns of the terminal on standard error; a live line must not wrap.
std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

}  // namespace

LiveLine::~LiveLine() { clear(); }

void LiveLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

void LiveLine::show(const std::string& line) {
  if (!terminal_) return;
  fmt::print(stderr, "\r\033[K{}", line.substr(0, terminal_width() - 1));
  std::fflush(stderr);
  shown_ = true;
}

void LiveLine::print(const std::string& line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

}  // namespace assay::command
