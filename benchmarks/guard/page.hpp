// A page of which a program writes some sections and people the rest.
#pragma once

#include <string>

namespace assay::guard {

// Whether the page has the line that begins the named section.
[[nodiscard]] bool has_section(const std::string& page, const std::string& name);

// The text between the lines "<!-- begin NAME -->" and "<!-- end NAME -->" of a Markdown page.
// Error (environment) that names a missing line.
[[nodiscard]] std::string section(const std::string& page, const std::string& name);

// The page with `content` as the text of the named section. Error (environment) that names a
// missing line.
[[nodiscard]] std::string with_section(const std::string& page, const std::string& name,
                                       const std::string& content);

}  // namespace assay::guard
