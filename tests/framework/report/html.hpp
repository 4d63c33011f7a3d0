// A reader of pages that finds elements, attributes and texts as a browser does, as far as tests
// need them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "framework/report/page.hpp"

namespace assay::test {

struct HtmlElement {
  std::string tag;
  std::map<std::string, std::string> attributes;
  std::string text;  // including the texts of nested elements
};

inline std::string unescaped(std::string text) {
  const std::vector<std::pair<std::string, std::string>> entities = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : entities) {
    for (std::size_t at = text.find(entity); at != std::string::npos;
         at = text.find(entity, at + character.size())) {
      text.replace(at, entity.size(), character);
    }
  }
  return text;
}

// Reads a page. Throws for tags that do not nest, raw "<" or "&" in texts, and attributes without
// quotes.
class HtmlReader {
 public:
  explicit HtmlReader(const std::string& html) : html_(html) {
    while (at_ < html_.size()) step();
    if (!open_.empty()) throw std::runtime_error("not closed: " + elements[open_.back()].tag);
  }

  std::vector<HtmlElement> elements;  // in the order of their opening tags

  [[nodiscard]] std::vector<HtmlElement> all(const std::string& tag) const {
    std::vector<HtmlElement> found;
    for (const auto& element : elements) {
      if (element.tag == tag) found.push_back(element);
    }
    return found;
  }

 private:
  void step() {
    if (html_[at_] == '<') {
      tag();
      return;
    }
    const std::size_t end = std::min(html_.find('<', at_), html_.size());
    say(unescaped(html_.substr(at_, end - at_)));
    at_ = end;
  }

  void say(const std::string& text) {
    for (const std::size_t k : open_) elements[k].text += text;
  }

  void tag() {
    if (html_.compare(at_, 2, "<!") == 0) {
      at_ = html_.find('>', at_) + 1;
      return;
    }
    if (html_.compare(at_, 2, "</") == 0) {
      const std::size_t end = html_.find('>', at_);
      const std::string name = html_.substr(at_ + 2, end - at_ - 2);
      if (open_.empty() || elements[open_.back()].tag != name) {
        throw std::runtime_error("closes what is not open: " + name);
      }
      open_.pop_back();
      at_ = end + 1;
      return;
    }
    ++at_;
    HtmlElement element{word(), {}, ""};
    if (element.tag.empty()) throw std::runtime_error("a raw '<'");
    while (html_.at(at_) == ' ') attribute(element);
    if (html_.at(at_++) != '>') throw std::runtime_error("a tag does not end: " + element.tag);
    elements.push_back(element);
    if (element.tag == "meta") return;
    open_.push_back(elements.size() - 1);
    if (element.tag == "script" || element.tag == "style") {
      const std::size_t end = html_.find("</" + element.tag, at_);
      elements.back().text = html_.substr(at_, end - at_);
      at_ = end;
    }
  }

  std::string word() {
    const std::size_t begin = at_;
    while (std::isalnum(static_cast<unsigned char>(html_.at(at_))) != 0 || html_[at_] == '-') ++at_;
    return html_.substr(begin, at_ - begin);
  }

  void attribute(HtmlElement& element) {
    ++at_;
    const std::string name = word();
    if (name.empty() || html_.compare(at_, 2, "=\"") != 0) {
      throw std::runtime_error("an attribute of " + element.tag + " is not quoted: " + name);
    }
    const std::size_t end = html_.find('"', at_ + 2);
    element.attributes[name] = unescaped(html_.substr(at_ + 2, end - at_ - 2));
    at_ = end + 1;
  }

  const std::string& html_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;
};

inline std::string page_of(const PageModel& model, const PageOptions& options = {}) {
  std::ostringstream out;
  write_page(model, options, out);
  return out.str();
}

inline nlohmann::json data_of(const HtmlReader& page) {
  for (const auto& script : page.all("script")) {
    if (script.attributes.count("id") != 0) return nlohmann::json::parse(script.text);
  }
  throw std::runtime_error("the page has no data");
}

}  // namespace assay::test
