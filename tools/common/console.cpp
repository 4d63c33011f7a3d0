#include "tools/common/console.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

#include "framework/compare/text.hpp"

namespace assay {
namespace {

void write_raw(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

void write(std::FILE* stream, std::string_view text) { write_raw(stream, shown_lines(text)); }

bool has_reader(int descriptor) {
  pollfd output{descriptor, POLLOUT, 0};
  return poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0;
}

}  // namespace

void tell_text(std::string_view text) { write(stderr, text); }

void say_text(std::string_view text) { write(stdout, text); }

void tell_styled(const fmt::text_style& style, std::string_view word) {
  write_raw(stderr, fmt::format(style, "{}", word));
}

void say_styled(const fmt::text_style& style, std::string_view word) {
  write_raw(stdout, fmt::format(style, "{}", word));
}

void prepare_console() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) == 0) continue;
    // open takes the lowest free number. Standard output is opened for reading only: results that
    // nobody can read are an error.
    open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int end_of_output(int exit_code) {
  std::cout.flush();
  std::fflush(stdout);
  if (std::cout && std::ferror(stdout) == 0) return exit_code;
  if (!has_reader(STDOUT_FILENO)) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  tell("assay: could not write everything to standard output; is the disk full?\n");
  constexpr int environment = 3;
  return exit_code == 0 ? environment : exit_code;
}

}  // namespace assay
