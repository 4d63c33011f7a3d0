// A page of which a program writes some sections, and people the rest.
#pragma once

#include <string>

namespace assay::guard {

// Whether the page has the line that such a section begins with.
[[nodiscard]] bool has_section(const std::string& page, const std::string& name);

// What lies between the lines "<!-- begin NAME -->" and "<!-- end NAME -->" of a page in Markdown.
// Error (environment) naming the line that it lacks.
[[nodiscard]] std::string section(const std::string& page, const std::string& name);

// The page with other lines between these. Error as above.
[[nodiscard]] std::string with_section(const std::string& page, const std::string& name,
                                       const std::string& content);

}  // namespace assay::guard
