// Sanitising text from plugins and drivers for one line of a terminal, a table or markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// The text as one line of valid UTF-8. White space becomes a blank; control characters, escape
// sequences, marks that change the writing direction and broken encoding become question marks.
[[nodiscard]] std::string one_line(std::string_view text);

// The lines of a text, each sanitised like one_line(). None begins like a command to readers of CI
// logs ("::error::", "##[error]").
[[nodiscard]] std::string shown_lines(std::string_view text);

// One line as the content of an element or the value of an attribute, in HTML and in XML 1.0.
// U+FFFE and U+FFFF, which XML cannot hold even as references, also become question marks.
[[nodiscard]] std::string escaped_line(std::string_view text);

// The columns that UTF-8 text takes on a terminal: combining marks none, East Asian wide ones two.
[[nodiscard]] std::size_t display_width(std::string_view text);

// The text cut to at most `columns` columns, with "..." at the end if anything was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t columns);

}  // namespace assay
