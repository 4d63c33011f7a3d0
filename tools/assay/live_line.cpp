#include "tools/assay/live_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "framework/compare/text.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

// The columns of the terminal on standard error; a live line must not wrap.
std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

}  // namespace

LiveLine::~LiveLine() { clear(); }

void LiveLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void LiveLine::show(const std::string& line) {
  if (!terminal_) return;
  std::fputs("\r\033[K", stderr);
  tell_text(elided(one_line(line), terminal_width() - 1));
  std::fflush(stderr);
  shown_ = true;
}

void LiveLine::print(const std::string& line) {
  clear();
  tell("{}\n", line);
}

}  // namespace assay::command
