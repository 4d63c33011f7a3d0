// Names in braces in the texts of a scenario: "--maxrregcount={registers}".
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace assay {

// Replaces every {NAME} by value_of("NAME"). Braces around anything but a name stay, and so does
// ${NAME}, which belongs to the shell.
[[nodiscard]] std::string with_values_in_braces(
    const std::string& text, const std::function<std::string(const std::string& name)>& value_of);

// The names in braces, in order, repeated ones too.
[[nodiscard]] std::vector<std::string> names_in_braces(const std::string& text);

}  // namespace assay
