#include "framework/standalone/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay::standalone {

std::string quoted(const std::string& text, bool ascii) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal += {'\\', c};
    } else if (u < 32 || u == 127 || (ascii && u > 127)) {
      literal += fmt::format("\\{:03o}", u);
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

std::string one_comment(const std::string& text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  // A line that ends in a backslash goes on in C++.
  return line.ends_with('\\') ? line + '.' : line;
}

std::size_t parts_in(assay_element element) { return part_of(element) == element ? 1 : 2; }

bool is_bits(assay_element element) {
  return element == ASSAY_BF16 || element == ASSAY_F8_E4M3 || element == ASSAY_F8_E5M2;
}

std::string decimal(std::span<const std::byte> bytes, assay_element element) {
  if (is_bits(element)) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
    return fmt::format("{:#x}", bits);
  }
  return visit_element(element, [&](auto sample) -> std::string {
    using T = decltype(sample);
    if constexpr (requires { sample.real(); }) {
      throw internal_error("a complex number is two decimals");
    } else {
      T number;
      std::memcpy(&number, bytes.data(), sizeof number);
      if constexpr (std::is_same_v<T, bool>) {
        return number ? "1" : "0";
      } else if constexpr (std::is_integral_v<T>) {
        return std::to_string(number);
      } else if constexpr (std::is_same_v<T, float>) {
        return fmt::format("{}", number);
      } else {
        return fmt::format("{}", static_cast<double>(number));
      }
    }
  });
}

std::string real_text(double value) {
  const std::string text = fmt::format("{}", value);
  return std::isfinite(value) && text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string sizes_of(const std::vector<std::size_t>& sizes) {
  return fmt::format("{}", fmt::join(sizes, ", "));
}

std::vector<std::size_t> extents_of(const Program& program, const ProgramLaunch& launch) {
  std::vector<std::size_t> extents = launch.groups;
  if (program.backend == ASSAY_CUDA) return extents;
  for (std::size_t k = 0; k < extents.size(); ++k) extents[k] *= launch.local[k];
  return extents;
}

std::size_t shared_bytes(const ProgramLaunch& launch) {
  std::size_t bytes = 0;
  for (const ProgramArgument& argument : launch.arguments) {
    if (argument.kind == KernelArgument::Kind::local) bytes += argument.bytes;
  }
  return bytes;
}

}  // namespace assay::standalone
