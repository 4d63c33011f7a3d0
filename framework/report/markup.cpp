#include "framework/report/markup.hpp"

#include "framework/compare/text.hpp"

namespace assay {
namespace {

// Whether the text begins with "</" or "<!--", by which an HTML parser may leave a script
// regardless of their meaning in it. In strings and JSON a backslash before the second character
// changes nothing.
bool ends_raw_text(std::string_view rest) {
  return rest.starts_with("</") || rest.starts_with("<!--");
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    result += escaped_line(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

void Markup::open(std::string_view tag, const Attributes& attributes) {
  html_.append("<").append(tag);
  for (const auto& [name, value] : attributes) {
    if (name.empty()) continue;
    html_.append(" ").append(name).append("=\"").append(escaped(value)).append("\"");
  }
  html_ += '>';
}

void Markup::close(std::string_view tag) {
  html_.append("</").append(tag).append(">");
  if (tag != "td" && tag != "th") html_ += '\n';
}

Markup& Markup::element(std::string_view tag, const Attributes& attributes, std::string_view text) {
  open(tag, attributes);
  html_ += escaped(text);
  close(tag);
  return *this;
}

Markup& Markup::element(std::string_view tag, const Attributes& attributes,
                        const Content& content) {
  open(tag, attributes);
  content();
  close(tag);
  return *this;
}

Markup& Markup::empty(std::string_view tag, const Attributes& attributes) {
  open(tag, attributes);
  return *this;
}

Markup& Markup::text(std::string_view text) {
  html_ += escaped(text);
  return *this;
}

Markup& Markup::append(const Markup& other) {
  html_ += other.html_;
  return *this;
}

Markup& Markup::verbatim(std::string_view tag, const Attributes& attributes,
                         std::string_view content) {
  open(tag, attributes);
  for (; !content.empty(); content.remove_prefix(1)) {
    html_ += content.front();
    if (ends_raw_text(content)) html_ += '\\';
  }
  close(tag);
  return *this;
}

}  // namespace assay
