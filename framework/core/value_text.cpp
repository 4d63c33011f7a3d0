#include "framework/core/value_text.hpp"

#include <charconv>

namespace assay {

Value value_from_text(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const char* end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto r = std::from_chars(text.data(), end, integer);
      r.ec == std::errc{} && r.ptr == end) {
    return integer;
  }
  double real = 0;
  if (const auto r = std::from_chars(text.data(), end, real); r.ec == std::errc{} && r.ptr == end) {
    return real;
  }
  return text;
}

}  // namespace assay
