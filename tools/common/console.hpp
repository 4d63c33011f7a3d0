// The output of programs. Names, messages and documentation come from plugins, files and other
// hosts: the text shown contains no control characters, no escape sequences and nothing that
// changes the direction of writing (compare/text.hpp).
#pragma once

#include <fmt/color.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace assay {

// Prints to standard error. Since nobody need read it, failures to write are ignored silently.
void tell_text(std::string_view text);
template <class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
  tell_text(fmt::format(format, std::forward<Args>(args)...));
}

// Prints to standard output. Failures are detected at the end (end_of_output).
void say_text(std::string_view text);
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  say_text(fmt::format(format, std::forward<Args>(args)...));
}

// Prints one of the program's own words in a style.
void tell_styled(const fmt::text_style& style, std::string_view word);
void say_styled(const fmt::text_style& style, std::string_view word);

// To be called at the begin of main. Output to a standard stream that is closed is discarded,
// instead of ending up in the first file that is opened; vanished readers and limits on file sizes
// become write errors.
void prepare_console();

// To be called at the end of main. Returns the exit code; 3 instead of 0, with a message, if
// standard output could not be written. If its reader is gone, the program ends by SIGPIPE, as
// other programs do.
[[nodiscard]] int end_of_output(int exit_code);

}  // namespace assay
