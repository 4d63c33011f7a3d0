// Headers of NumPy's .npy files: type and shape of the one array whose elements follow. The format
// is documented at https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.hpp"

namespace assay::sdk {

static_assert(std::endian::native == std::endian::little, "elements are read as they lie in files");

// What is wrong with a file, and the cure where there is one. The reader does not know the file's
// name: whoever catches this says it.
class NpyError : public Error {
 public:
  explicit NpyError(const std::string& message) : Error(ASSAY_DATA_ERROR, message) {}
};

struct NpyHeader {
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;  // of any rank; each extent has 15 digits at most
  bool is_fortran_order = false;    // whether the first index varies fastest, rather than the last
};

namespace detail {

struct NpyCode {
  std::string_view text;
  assay_element element;
};

// The first code of each element is the one that is written.
inline constexpr std::array npy_codes = {
    NpyCode{"<f4", ASSAY_F32}, NpyCode{"<f8", ASSAY_F64}, NpyCode{"|i1", ASSAY_I8},
    NpyCode{"|u1", ASSAY_U8},  NpyCode{"<i2", ASSAY_I16}, NpyCode{"<u2", ASSAY_U16},
    NpyCode{"<i4", ASSAY_I32}, NpyCode{"<u4", ASSAY_U32}, NpyCode{"<i8", ASSAY_I64},
    NpyCode{"<u8", ASSAY_U64}, NpyCode{"|b1", ASSAY_U8},
};

// Codes of arrays that are written and never read. NumPy has float16 alone of the small floats: the
// others become plain bytes, as the package ml_dtypes writes and views them.
inline constexpr std::array npy_written_codes = {
    NpyCode{"<f2", ASSAY_F16},     NpyCode{"<V2", ASSAY_BF16},  NpyCode{"|V1", ASSAY_F8_E4M3},
    NpyCode{"|V1", ASSAY_F8_E5M2}, NpyCode{"|b1", ASSAY_BOOL8}, NpyCode{"<c8", ASSAY_C64},
    NpyCode{"<c16", ASSAY_C128},
};

inline constexpr std::string_view npy_magic = "\x93NUMPY";
inline constexpr std::size_t npy_longest_shown = 40;  // letters of a header, in messages

// The rest of a header after 'key': and blanks; empty if the key is missing.
inline std::string_view behind_npy_key(std::string_view header, const std::string& key) {
  const std::string quoted = "'" + key + "':";
  const std::size_t at = header.find(quoted);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + quoted.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

inline assay_element parse_npy_code(const std::string& code) {
  const auto found = std::ranges::find(npy_codes, code, &NpyCode::text);
  if (found != npy_codes.end()) return found->element;
  if (code.starts_with('>')) {
    throw NpyError("its elements '" + code +
                   "' are big-endian: save a.astype(a.dtype.newbyteorder('<'))");
  }
  throw NpyError("elements of type '" + code +
                 "' are not supported; floats of 4 or 8 bytes and integers are: save "
                 "a.astype(numpy.float32), for instance");
}

inline assay_element parse_npy_element(std::string_view header) {
  const std::string_view rest = behind_npy_key(header, "descr");
  const std::size_t end = rest.find('\'', 1);
  if (!rest.starts_with('\'') || end == std::string_view::npos) {
    throw NpyError("its elements are records; only arrays of one plain number type are supported");
  }
  return parse_npy_code(std::string(rest.substr(1, std::min(end - 1, npy_longest_shown))));
}

inline bool parse_npy_order(std::string_view header) {
  const std::string_view rest = behind_npy_key(header, "fortran_order");
  if (rest.starts_with("True")) return true;
  if (rest.starts_with("False")) return false;
  throw NpyError("its header lacks 'fortran_order'");
}

inline std::vector<std::int64_t> parse_npy_shape(std::string_view header) {
  constexpr std::string_view digits = "0123456789";
  std::string_view text = behind_npy_key(header, "shape");
  const std::size_t close = text.find_first_not_of("0123456789, ", 1);
  if (!text.starts_with('(') || close == std::string_view::npos || text[close] != ')') {
    throw NpyError("its header lacks 'shape'");
  }
  text = text.substr(1, close - 1);
  std::vector<std::int64_t> shape;
  for (std::size_t at = text.find_first_of(digits); at < text.size();
       at = text.find_first_of(digits, at)) {
    const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
    const std::string extent(text.substr(at, std::min(end - at, npy_longest_shown)));
    if (extent.size() > 15) throw NpyError("an extent of " + extent + " is impossible");
    shape.push_back(std::stoll(extent));
    at = end;
  }
  return shape;
}

}  // namespace detail

// The element type that a code such as "<f4" stands for. Throws NpyError for other types.
inline assay_element npy_element(const std::string& code) { return detail::parse_npy_code(code); }

// Takes a file's beginning up to its elements, and returns the dictionary that describes them.
// `take(size)` returns the next `size` bytes of the file as a string, or at its end as many as
// there are. Formats 1.0 to 3.0 are read. Throws NpyError.
template <class Take>
std::string take_npy_header(const Take& take) {
  const auto taken = [&](std::size_t size) {
    std::string text = take(size);
    if (text.size() < size) throw NpyError("the file is cut off within its header");
    return text;
  };
  const std::string begin = taken(detail::npy_magic.size() + 2);
  if (!begin.starts_with(detail::npy_magic)) {
    throw NpyError("this is not a .npy file: write it with numpy.save");
  }
  const int version = static_cast<unsigned char>(begin[detail::npy_magic.size()]);
  if (version < 1 || version > 3) {
    throw NpyError("format version " + std::to_string(version) + " is unknown");
  }
  const std::string length = taken(version == 1 ? 2 : 4);
  std::uint32_t size = 0;
  std::memcpy(&size, length.data(), length.size());
  if (size > 1U << 20) {
    throw NpyError("a header of " + std::to_string(size) + " bytes is impossible");
  }
  return taken(size);
}

// The type and shape that a dictionary describes. Throws NpyError.
inline NpyHeader parse_npy_header(std::string_view dictionary) {
  return {detail::parse_npy_element(dictionary), detail::parse_npy_shape(dictionary),
          detail::parse_npy_order(dictionary)};
}

// Reads a file up to its elements: both of the above.
template <class Take>
NpyHeader read_npy_header(const Take& take) {
  return parse_npy_header(take_npy_header(take));
}

// The code of an element type. Every type has one; not all that are written are read.
inline std::string npy_code(assay_element element) {
  const auto code_in = [&](std::span<const detail::NpyCode> codes) {
    const auto found = std::ranges::find(codes, element, &detail::NpyCode::element);
    return found == codes.end() ? std::string_view() : found->text;
  };
  std::string_view code = code_in(detail::npy_codes);
  if (code.empty()) code = code_in(detail::npy_written_codes);
  if (code.empty()) {
    throw Error(ASSAY_INTERNAL, "element type " + std::to_string(static_cast<int>(element)) +
                                    " has no code in .npy files");
  }
  return std::string(code);
}

// The bytes of a file before its elements, which follow in row-major order. `descr` is the type as
// Python writes it, such as "'<f4'".
inline std::string npy_header(const std::string& descr, std::span<const std::int64_t> shape) {
  constexpr std::size_t alignment = 64;  // of the elements in the file
  std::string header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (";
  for (const std::int64_t extent : shape) header += std::to_string(extent) + ", ";
  header += "), }";
  // Format 1.0 tells the header's length in two bytes, 2.0 in four.
  const bool is_long = header.size() + alignment > 0xFFFF;
  const std::size_t prefix = detail::npy_magic.size() + (is_long ? 6 : 4);
  header.append(alignment - (prefix + header.size() + 1) % alignment, ' ');
  header += '\n';
  std::string bytes(detail::npy_magic);
  bytes += {is_long ? '\2' : '\1', '\0'};
  for (std::size_t shift = 0; shift < (is_long ? 32 : 16); shift += 8) {
    bytes += static_cast<char>(header.size() >> shift & 0xFF);
  }
  return bytes + header;
}
inline std::string npy_header(assay_element element, std::span<const std::int64_t> shape) {
  return npy_header("'" + npy_code(element) + "'", shape);
}

}  // namespace assay::sdk
