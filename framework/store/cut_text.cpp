#include "framework/store/cut_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

constexpr std::size_t shown = 60;  // bytes of an excerpt

// Whether a byte of UTF-8 continues a character instead of beginning one.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string cut_in_middle(std::string_view text, std::size_t most, std::string_view note) {
  if (text.size() <= most) return std::string(text);
  std::size_t head = most / 2;
  std::size_t tail = text.size() - (most - head);
  while (head > 0 && continues_character(text[head])) --head;
  while (tail < text.size() && continues_character(text[tail])) ++tail;
  return fmt::format("{}\n[{} bytes are left out here{}]\n{}", text.substr(0, head), tail - head,
                     note, text.substr(tail));
}

std::string printable(std::string_view text, std::size_t most) {
  std::string line(text.substr(0, std::min(text.size(), most)));
  std::ranges::replace_if(
      line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > most ? line + "..." : line;
}

std::string excerpt(std::string_view text) { return fmt::format("'{}'", printable(text, shown)); }

}  // namespace assay
