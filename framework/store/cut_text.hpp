// Shortening texts that assay did not write itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

// Returns the text itself, or, if it has more than `most` bytes, its beginning and its end with a
// line between them that says how many bytes are left out and ends with `note`. Never cuts a UTF-8
// character in two.
[[nodiscard]] std::string cut_in_middle(std::string_view text, std::size_t most,
                                        std::string_view note);

// The first `most` bytes of a text as one line, followed by "..." if anything was cut. Everything
// that is not printable ASCII becomes a question mark.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most);

// The printable() beginning of a text in quotation marks, for an error message.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace assay
