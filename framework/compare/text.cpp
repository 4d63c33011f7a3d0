#include "framework/compare/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace assay {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// The wide characters (East Asian Width W and F of Unicode, coarsened to blocks), followed by the
// common combining marks.
constexpr std::array<Range, 11> wide = {{{0x1100, 0x115f},
                                         {0x2e80, 0x303e},
                                         {0x3041, 0xa4cf},
                                         {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},
                                         {0xfe30, 0xfe6f},
                                         {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},
                                         {0x1f300, 0x1f64f},
                                         {0x1f900, 0x1f9ff},
                                         {0x20000, 0x3fffd}}};
constexpr std::array<Range, 5> combining = {
    {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

template <std::size_t n>
bool in(const std::array<Range, n>& ranges, std::uint32_t point) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.first <= point && point <= range.last;
  });
}

struct Decoded {
  std::uint32_t point = 0;
  std::size_t length = 0;  // 0: not UTF-8 at this place
};

Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) {
    return {};
  }
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return {};
    }
    point = point << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = 0xd800 <= point && point <= 0xdfff;
  return point < least[length] || point > 0x10ffff || surrogate ? Decoded{}
                                                                : Decoded{point, length};
}

std::size_t width_of(std::uint32_t point) {
  return in(combining, point) ? 0 : in(wide, point) ? 2 : 1;
}

std::string_view markup_of(std::uint32_t point, std::string_view character) {
  switch (point) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case 0xfffe:
    case 0xffff:
      return "?";
    default:
      return character;
  }
}

// Characters that act instead of being visible: C0 and C1, separators of lines and paragraphs, and
// those with Unicode's property Bidi_Control, which can make one text look like another.
constexpr std::array<Range, 7> controls = {{{0, 0x1f},
                                            {0x7f, 0x9f},
                                            {0x61c, 0x61c},
                                            {0x200e, 0x200f},
                                            {0x2028, 0x202e},
                                            {0x2066, 0x2069},
                                            {0xfeff, 0xfeff}}};

bool begins_command(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.starts_with("::") || line.starts_with("##[");
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.length == 1 && (text[0] == '\n' || text[0] == '\t' || text[0] == '\r')) {
      line += ' ';
    } else if (next.length == 0 || in(controls, next.point)) {
      line += '?';
    } else {
      line += text.substr(0, next.length);
    }
    text.remove_prefix(std::max<std::size_t>(1, next.length));
  }
  return line;
}

std::string shown_lines(std::string_view text) {
  std::string lines;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    more = end != std::string_view::npos;
    const std::string line = one_line(text.substr(0, end));
    if (begins_command(line)) lines += "| ";
    lines += line;
    if (more) lines += '\n';
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return lines;
}

std::string escaped_line(std::string_view text) {
  const std::string line = one_line(text);
  std::string result;
  for (std::string_view rest = line; !rest.empty();) {
    const auto [point, length] = decode(rest);
    result += markup_of(point, rest.substr(0, length));
    rest.remove_prefix(length);
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    width += next.length == 0 ? 1 : width_of(next.point);
    text.remove_prefix(std::max<std::size_t>(1, next.length));
  }
  return width;
}

std::string elided(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) {
    return std::string(text);
  }
  const std::size_t room = columns < 3 ? 0 : columns - 3;
  std::size_t used = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Decoded next = decode(text.substr(bytes));
    used += next.length == 0 ? 1 : width_of(next.point);
    if (used > room) {
      break;
    }
    bytes += std::max<std::size_t>(1, next.length);
  }
  return std::string(text.substr(0, bytes)) + std::string(std::min<std::size_t>(3, columns), '.');
}

}  // namespace assay
