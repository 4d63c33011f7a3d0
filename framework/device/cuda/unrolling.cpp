#include "framework/device/cuda/unrolling.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace assay::device::cuda {
namespace {

constexpr std::string_view blanks = " \t";

// Removes `word` from the beginning of the line, with the blanks before it. False if it is not
// there.
bool take(std::string_view& line, std::string_view word) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  return true;
}

bool unrolls(std::string_view line) {
  return take(line, "#") && take(line, "pragma") && take(line, "unroll") && !line.ends_with('\\');
}

}  // namespace

std::optional<FlatSource> without_unrolling(const FlatSource& source) {
  const std::string_view text = source.text;
  if (text.find("__shared__") == std::string_view::npos) return std::nullopt;
  if (text.find("_Pragma") != std::string_view::npos) return std::nullopt;
  FlatSource plain{source.name, "", source.lines};
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool unrolled = unrolls(line);
    any = any || unrolled;
    plain.text += unrolled ? "#pragma unroll 1" : line;
    if (end < text.size()) plain.text += '\n';
    at = end + 1;
  }
  return any ? std::optional(std::move(plain)) : std::nullopt;
}

}  // namespace assay::device::cuda
