// Text from plugins and drivers made fit for one line of a terminal, a table or markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// The text in one line of valid UTF-8: white space becomes a blank; what is not text (control
// characters, escape sequences, marks that turn the direction of writing, broken encoding) a
// question mark.
[[nodiscard]] std::string one_line(std::string_view text);

// The same of a text of several lines, which stay apart. None begins like a command to those who
// read the logs of CI ("::error::", "##[error]").
[[nodiscard]] std::string shown_lines(std::string_view text);

// One line as the content of an element or the value of an attribute, in HTML and in XML 1.0.
// U+FFFE and U+FFFF, which XML cannot hold even as references, are question marks too.
[[nodiscard]] std::string escaped_line(std::string_view text);

// Columns that a terminal needs for UTF-8 text: combining marks none, East Asian wide ones two.
[[nodiscard]] std::size_t display_width(std::string_view text);

// At most `columns` columns, with "..." at the end of what was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t columns);

}  // namespace assay
