#include "framework/report/page_head.hpp"

#include "assets.hpp"

namespace assay {

void write_page_head(const std::string& title, const std::string& nonce, Markup& out) {
  const std::string policy = "default-src 'none'; script-src 'nonce-" + nonce +
                             "'; style-src 'nonce-" + nonce +
                             "'; base-uri 'none'; form-action 'none'";
  out.empty("meta", {{"charset", "utf-8"}});
  out.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}});
  out.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  out.element("title", title);
  out.verbatim("style", {{"nonce", nonce}}, assets::page_css.text);
}

}  // namespace assay
