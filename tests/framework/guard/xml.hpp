// A strict reader of the XML that reports write: elements, attributes, text and the five
// references.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;
  std::vector<XmlElement> children;

  [[nodiscard]] std::vector<XmlElement> all(const std::string& wanted) const {
    std::vector<XmlElement> found;
    for (const XmlElement& child : children) {
      if (child.name == wanted) found.push_back(child);
    }
    return found;
  }
};

// Reads a document. Throws std::runtime_error for anything that is not well-formed or that reports
// do not write.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlElement document() {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<");
    XmlElement root = element();
    expect("\n");
    require(text_.empty(), "something after the root");
    return root;
  }

 private:
  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
  }
  void expect(std::string_view what) {
    require(text_.starts_with(what), "expected " + std::string(what));
    text_.remove_prefix(what.size());
  }
  bool accept(std::string_view what) {
    if (!text_.starts_with(what)) return false;
    text_.remove_prefix(what.size());
    return true;
  }

  std::string name() {
    const auto end = text_.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
    require(end != 0 && end != std::string_view::npos, "a name");
    const std::string found(text_.substr(0, end));
    text_.remove_prefix(end);
    return found;
  }

  // Reads an element behind its "<".
  XmlElement element() {
    XmlElement one;
    one.name = name();
    while (accept(" ")) {
      const std::string attribute = name();
      expect("=\"");
      require(one.attributes.emplace(attribute, characters("\"")).second, "twice " + attribute);
      expect("\"");
    }
    if (accept("/>")) return one;
    expect(">");
    for (;;) {
      one.text += characters("<");
      if (accept("</")) break;
      expect("<");
      one.children.push_back(element());
    }
    expect(one.name + ">");
    return one;
  }

  // Reads text up to one of `ends`, which stays unread.
  std::string characters(std::string_view ends) {
    std::string found;
    for (;;) {
      require(!text_.empty(), "the document ends early");
      if (ends.find(text_.front()) != std::string_view::npos) return found;
      require(text_.front() != '<' && !text_.starts_with("]]>"), "markup inside text");
      found += text_.front() == '&' ? reference() : character();
    }
  }

  std::string reference() {
    if (accept("&amp;")) return "&";
    if (accept("&lt;")) return "<";
    if (accept("&gt;")) return ">";
    if (accept("&quot;")) return "\"";
    if (accept("&#39;")) return "'";
    throw std::runtime_error("an ampersand that begins no known reference");
  }

  // Reads one of the characters that XML 1.0 (section 2.2) allows, in UTF-8.
  std::string character() {
    const auto byte = [&](std::size_t k) {
      return k < text_.size() ? static_cast<unsigned char>(text_[k]) : 0U;
    };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    std::uint32_t point = length == 1 ? byte(0) : byte(0) & (0x7fU >> length);
    require(length == 1 || byte(0) >= 0xc2, "broken UTF-8");
    for (std::size_t k = 1; k < length; ++k) {
      require((byte(k) & 0xc0U) == 0x80, "broken UTF-8");
      point = point << 6 | (byte(k) & 0x3fU);
    }
    require(point == '\n' || (point >= 0x20 && point < 0xd800) ||
                (point >= 0xe000 && point < 0xfffe) || (point >= 0x10000 && point < 0x110000),
            "a character that XML forbids");
    const std::string found(text_.substr(0, length));
    text_.remove_prefix(length);
    return found;
  }

  std::string_view text_;
};

}  // namespace assay::test
