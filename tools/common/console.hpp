// What programs say. Names, messages and documentation come from plugins, files and other hosts: as
// shown they hold no control characters, no escape sequences and nothing that turns the direction
// of writing (report/text.hpp).
#pragma once

#include <fmt/color.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace assay {

// To standard error, which nobody need read: what cannot be written there is lost without a word.
void tell_text(std::string_view text);
template <class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
  tell_text(fmt::format(format, std::forward<Args>(args)...));
}

// To standard output. Whether that worked is seen at the end (end_of_output).
void say_text(std::string_view text);
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  say_text(fmt::format(format, std::forward<Args>(args)...));
}

// A word of the program's own, in a style.
void tell_styled(const fmt::text_style& style, std::string_view word);
void say_styled(const fmt::text_style& style, std::string_view word);

// For the beginning of main: what is said on a standard stream that is closed goes nowhere, instead
// of into the first file that is opened; readers that go away and limits on the size of files are
// write errors.
void prepare_console();

// For the end of main: the exit code, 3 in place of 0 where standard output could not be written,
// which is told. Where its reader is gone the program ends by SIGPIPE, as others do.
[[nodiscard]] int end_of_output(int exit_code);

}  // namespace assay
