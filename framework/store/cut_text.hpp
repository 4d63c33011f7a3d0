// Texts that others wrote, cut to a size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// The text, or of one of more than `most` bytes its beginning and its end, between them a line that
// says how many bytes are left out, and ends with `note`. No character of UTF-8 is cut in two.
[[nodiscard]] std::string cut_in_middle(std::string_view text, std::size_t most,
                                        std::string_view note);

// At most `most` bytes of the beginning of a text, with "..." for what was cut, in one line: what
// is not printable ASCII is a question mark.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most);

// That of its first bytes, in quotation marks, for an error message.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace assay
