// The only maker of HTML: whatever goes in as text comes out as text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

// Text for the content of an element or the value of an attribute. Broken UTF-8 and control
// characters but newline become question marks or blanks.
[[nodiscard]] std::string escaped(std::string_view text);

class Markup {
 public:
  // Names with their values, which are escaped. An empty name is left out, so that an attribute
  // may depend: {wanted ? "class" : "", "good"}.
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;
  using Content = std::function<void()>;

  // <tag ...>text</tag>
  Markup& element(std::string_view tag, const Attributes& attributes, std::string_view text);
  Markup& element(std::string_view tag, std::string_view text) { return element(tag, {}, text); }
  // <tag ...>, what `content` writes into this, </tag>
  Markup& element(std::string_view tag, const Attributes& attributes, const Content& content);
  Markup& element(std::string_view tag, const Content& content) {
    return element(tag, {}, content);
  }
  // <tag ...> of an element that has no content
  Markup& empty(std::string_view tag, const Attributes& attributes);
  Markup& text(std::string_view text);
  Markup& append(const Markup& other);
  // A script or a style of our own, or JSON: nothing in it is escaped but what would end it.
  Markup& verbatim(std::string_view tag, const Attributes& attributes, std::string_view content);

  [[nodiscard]] const std::string& str() const { return html_; }

 private:
  void open(std::string_view tag, const Attributes& attributes);
  void close(std::string_view tag);

  std::string html_;
};

}  // namespace assay
