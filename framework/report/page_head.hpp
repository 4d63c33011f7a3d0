#pragma once

#include <string>

#include "framework/report/markup.hpp"

namespace assay {

// Writes the inside of a page's <head>: its title, the style of all pages, and a policy that
// forbids every request and every script but those with the nonce.
void write_page_head(const std::string& title, const std::string& nonce, Markup& out);

}  // namespace assay
