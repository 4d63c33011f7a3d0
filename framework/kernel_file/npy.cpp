// The format is documented at
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "framework/kernel_file/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <string_view>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_shown = 40;  // letters of a header, in messages
constexpr std::size_t alignment = 64;      // of the elements in the file

struct TypeCode {
  std::string_view text;
  assay_element element;
};

constexpr std::array type_codes = {
    TypeCode{"<f4", ASSAY_F32}, TypeCode{"<f8", ASSAY_F64}, TypeCode{"|i1", ASSAY_I8},
    TypeCode{"|u1", ASSAY_U8},  TypeCode{"<i2", ASSAY_I16}, TypeCode{"<u2", ASSAY_U16},
    TypeCode{"<i4", ASSAY_I32}, TypeCode{"<u4", ASSAY_U32}, TypeCode{"<i8", ASSAY_I64},
    TypeCode{"<u8", ASSAY_U64}, TypeCode{"|b1", ASSAY_U8},
};

// Codes of arrays that are written and never read. NumPy has float16 alone of the small floats: the
// others become plain bytes, as the package ml_dtypes writes and views them.
constexpr std::array written_codes = {
    TypeCode{"<f2", ASSAY_F16},     TypeCode{"<V2", ASSAY_BF16},  TypeCode{"|V1", ASSAY_F8_E4M3},
    TypeCode{"|V1", ASSAY_F8_E5M2}, TypeCode{"|b1", ASSAY_BOOL8}, TypeCode{"<c8", ASSAY_C64},
    TypeCode{"<c16", ASSAY_C128},
};

class NpyReader {
 public:
  explicit NpyReader(const fs::path& file) : file_(file) {
    // Checked before opening, because opening a pipe waits for a writer.
    if (!fs::exists(file)) fail("there is no such file");
    if (!fs::is_regular_file(file)) fail("it is no regular file");
    stream_.open(file, std::ios::binary);
    if (!stream_) fail("cannot be read");
  }

  NpyArray read() {
    const std::string begin = take(magic.size() + 2, "its first bytes");
    if (!begin.starts_with(magic)) fail("this is no .npy file: write it with numpy.save");
    const int version = static_cast<unsigned char>(begin[magic.size()]);
    if (version < 1 || version > 3) fail(fmt::format("format version {} is unknown", version));
    const std::string length = take(version == 1 ? 2 : 4, "its header");
    std::uint32_t size = 0;
    std::memcpy(&size, length.data(), length.size());
    if (size > 1U << 20) fail(fmt::format("a header of {} bytes cannot be right", size));
    parse_header(take(size, "its header"));
    read_elements();
    return std::move(array_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw environment_error("{}: {}", file_.string(), message);
  }

  std::string take(std::size_t size, const char* what) {
    std::string text(size, '\0');
    if (!stream_.read(text.data(), static_cast<std::streamsize>(size))) {
      fail(fmt::format("the file is cut off within {}", what));
    }
    return text;
  }

  void parse_header(const std::string& header) {
    std::string_view rest = behind_key(header, "descr");
    const std::size_t end = rest.find('\'', 1);
    if (!rest.starts_with('\'') || end == std::string_view::npos) {
      fail("its elements are records; arrays of one plain number type are supported");
    }
    parse_type(std::string(rest.substr(1, std::min(end - 1, longest_shown))));
    rest = behind_key(header, "fortran_order");
    const bool fortran_order = rest.starts_with("True");
    if (!fortran_order && !rest.starts_with("False")) fail("its header lacks 'fortran_order'");
    rest = behind_key(header, "shape");
    const std::size_t close = rest.find_first_not_of("0123456789, ", 1);
    if (!rest.starts_with('(') || close == std::string_view::npos || rest[close] != ')') {
      fail("its header lacks 'shape'");
    }
    parse_shape(rest.substr(1, close - 1));
    if (fortran_order && array_.shape.size() > 1) {
      fail(
          "the array is in Fortran order (column-major): save numpy.ascontiguousarray(a), or "
          "numpy.save(file, a.T) if the transposed shape is meant");
    }
  }

  // The rest of a header after 'key': and blanks; empty if the key is missing.
  static std::string_view behind_key(std::string_view header, std::string_view key) {
    const std::string quoted = fmt::format("'{}':", key);
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) return {};
    header.remove_prefix(at + quoted.size());
    header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
    return header;
  }

  void parse_type(const std::string& text) {
    for (const TypeCode& code : type_codes) {
      if (code.text != text) continue;
      array_.element = code.element;
      return;
    }
    if (text.starts_with('>')) {
      fail(fmt::format("its elements '{}' are big-endian: save a.astype(a.dtype.newbyteorder('<'))",
                       text));
    }
    fail(
        fmt::format("elements of type '{}' are not supported; floats of 4 or 8 bytes and integers "
                    "are: save a.astype(numpy.float32), for instance",
                    text));
  }

  void parse_shape(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t at = text.find_first_of(digits); at < text.size();
         at = text.find_first_of(digits, at)) {
      const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
      const std::string extent(text.substr(at, std::min(end - at, longest_shown)));
      if (extent.size() > 15) fail(fmt::format("an extent of {} cannot be right", extent));
      array_.shape.push_back(std::stoll(extent));
      at = end;
    }
    if (array_.shape.size() > ASSAY_MAX_RANK) {
      fail(fmt::format("it has {} dimensions, at most {} are supported: save a.reshape(...)",
                       array_.shape.size(), ASSAY_MAX_RANK));
    }
  }

  // Checks the size first, so that a header that promises too much does not exhaust memory.
  void read_elements() {
    double promised = static_cast<double>(sdk::element_size(array_.element));
    for (const std::int64_t extent : array_.shape) promised *= static_cast<double>(extent);
    const auto held =
        static_cast<double>(fs::file_size(file_)) - static_cast<double>(stream_.tellg());
    if (held != promised) {
      fail(fmt::format("it holds {} bytes of elements where {} takes {}: the file is {}", held,
                       type_text(array_.element, array_.shape), promised,
                       held < promised ? "cut off" : "followed by something else"));
    }
    array_.data.resize(static_cast<std::size_t>(promised));
    if (!stream_.read(reinterpret_cast<char*>(array_.data.data()),
                      static_cast<std::streamsize>(array_.data.size()))) {
      fail("cannot be read to its end");
    }
  }

  fs::path file_;
  std::ifstream stream_;
  NpyArray array_;
};

std::string_view code_of(assay_element element) {
  for (const auto codes :
       {std::span<const TypeCode>(type_codes), std::span<const TypeCode>(written_codes)}) {
    const auto found = std::ranges::find(codes, element, &TypeCode::element);
    if (found != codes.end()) return found->text;
  }
  throw internal_error("element type {} has no code in .npy files", static_cast<int>(element));
}

}  // namespace

NpyArray read_npy(const fs::path& file) { return NpyReader(file).read(); }

void write_npy(const fs::path& file, assay_element element, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  std::string extents;
  for (const std::int64_t extent : shape) extents += fmt::format("{}, ", extent);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   code_of(element), extents);
  const std::size_t prefix = magic.size() + 4;
  header.append(alignment - (prefix + header.size() + 1) % alignment, ' ');
  header += '\n';
  const auto size = static_cast<std::uint16_t>(header.size());
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << magic << '\x01' << '\0';
  stream.write(reinterpret_cast<const char*>(&size), sizeof size);
  stream << header;
  stream.write(reinterpret_cast<const char*>(data.data()),
               static_cast<std::streamsize>(data.size()));
  stream.close();
  if (!stream) throw environment_error("{}: cannot be written", file.string());
}

std::string type_text(assay_element element, std::span<const std::int64_t> shape) {
  return fmt::format("{}[{}]", name_of(element), fmt::join(shape, ", "));
}

}  // namespace assay
