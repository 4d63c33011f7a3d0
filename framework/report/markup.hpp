// The only code that produces HTML: text that goes in comes out as text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

// Escapes text for the content of an element or the value of an attribute. Broken UTF-8 and control
// characters except newline become question marks or blanks.
[[nodiscard]] std::string escaped(std::string_view text);

class Markup {
 public:
  // Names and values of attributes; the values are escaped. An empty name is left out, which makes
  // an attribute optional: {wanted ? "class" : "", "good"}.
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;
  using Content = std::function<void()>;

  // Writes <tag ...>text</tag>.
  Markup& element(std::string_view tag, const Attributes& attributes, std::string_view text);
  Markup& element(std::string_view tag, std::string_view text) { return element(tag, {}, text); }
  // Writes <tag ...>, then what `content` writes to this object, then </tag>.
  Markup& element(std::string_view tag, const Attributes& attributes, const Content& content);
  Markup& element(std::string_view tag, const Content& content) {
    return element(tag, {}, content);
  }
  // Writes the tag of an element that has no content.
  Markup& empty(std::string_view tag, const Attributes& attributes);
  Markup& text(std::string_view text);
  Markup& append(const Markup& other);
  // Writes one of the page's own scripts or styles, or JSON. Only text that would end the element
  // is escaped.
  Markup& verbatim(std::string_view tag, const Attributes& attributes, std::string_view content);

  [[nodiscard]] const std::string& str() const { return html_; }

 private:
  void open(std::string_view tag, const Attributes& attributes);
  void close(std::string_view tag);

  std::string html_;
};

}  // namespace assay
