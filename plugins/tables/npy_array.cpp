#include "tables/npy_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "assay/plugin.hpp"
#include "tables/table.hpp"

namespace tables {

static_assert(std::endian::native == std::endian::little);

struct NpyArray::ElementType {
  const char* name;
  std::size_t size;
  double (*load)(const char*);
};

namespace {

template <class T>
double load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

constexpr std::size_t longest_shown = 40;  // characters of a header, in messages

// Returns the rest of a header after 'key': and blanks; empty if the key is missing.
std::string_view behind_key(std::string_view header, const char* key) {
  const std::string quoted = fmt::format("'{}':", key);
  const std::size_t at = header.find(quoted);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + quoted.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

}  // namespace

const NpyArray::ElementType* NpyArray::find_type(const std::string& name) {
  static constexpr ElementType types[] = {
      {"<f4", 4, load<float>},         {"<f8", 8, load<double>},
      {"|b1", 1, load<std::uint8_t>},  {"|i1", 1, load<std::int8_t>},
      {"|u1", 1, load<std::uint8_t>},  {"<i2", 2, load<std::int16_t>},
      {"<u2", 2, load<std::uint16_t>}, {"<i4", 4, load<std::int32_t>},
      {"<u4", 4, load<std::uint32_t>}, {"<i8", 8, load<std::int64_t>},
      {"<u8", 8, load<std::uint64_t>},
  };
  for (const auto& type : types) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

NpyArray::NpyArray(const std::string& path) : file_(path) {
  read_header();
  read_elements();
}

double NpyArray::value(std::size_t element) const {
  return type_->load(bytes_.data() + element * type_->size);
}

void NpyArray::fail(const std::string& message) const {
  throw assay::sdk::Error(ASSAY_DATA_ERROR, fmt::format("{}:1:1: {}", path(), message));
}

std::string NpyArray::read_text(std::size_t size) {
  std::string text(size, '\0');
  if (file_.read(text) != size) fail("the file ends within its header");
  return text;
}

void NpyArray::read_header() {
  const std::string start = read_text(8);
  if (!start.starts_with("\x93NUMPY")) fail("this is not a NumPy array: its first bytes differ");
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) fail(fmt::format("format version {} is unknown", version));
  const std::string size_bytes = read_text(version == 1 ? 2 : 4);
  std::uint32_t size = 0;
  std::memcpy(&size, size_bytes.data(), size_bytes.size());
  if (size > 1U << 20) fail(fmt::format("a header of {} bytes is impossible", size));
  parse_header(read_text(size));
}

void NpyArray::parse_header(const std::string& header) {
  std::string_view rest = behind_key(header, "descr");
  const std::size_t end = rest.find('\'', 1);
  if (!rest.starts_with('\'') || end == std::string_view::npos) {
    fail("the header names no simple element type");
  }
  const std::string type(rest.substr(1, std::min(end - 1, longest_shown)));
  type_ = find_type(type);
  if (type_ == nullptr) {
    fail(
        fmt::format("elements of type '{}' are not supported, only little-endian floats of 4 or 8 "
                    "bytes and integers",
                    type));
  }
  rest = behind_key(header, "fortran_order");
  is_fortran_order_ = rest.starts_with("True");
  if (!is_fortran_order_ && !rest.starts_with("False")) fail("the header lacks 'fortran_order'");
  rest = behind_key(header, "shape");
  const std::size_t close = rest.find_first_not_of("0123456789, ", 1);
  if (!rest.starts_with('(') || close == std::string_view::npos || rest[close] != ')') {
    fail("the header lacks a 'shape'");
  }
  parse_shape(std::string(rest.substr(1, close - 1)));
}

void NpyArray::parse_shape(const std::string& extents) {
  constexpr std::string_view digits = "0123456789";
  double product = 1;
  for (std::size_t at = extents.find_first_of(digits); at < extents.size();
       at = extents.find_first_of(digits, at)) {
    const std::size_t end = std::min(extents.find_first_not_of(digits, at), extents.size());
    const std::string text = extents.substr(at, std::min(end - at, longest_shown));
    at = end;
    const auto extent = parse_number(text);
    if (!extent || *extent > 1e12) fail(fmt::format("an extent of {} is impossible", text));
    if (*extent == 0) fail("the array is empty");
    shape_.push_back(static_cast<std::size_t>(*extent));
    product *= *extent;
  }
  if (shape_.empty()) fail("the array must have one or more dimensions");
  if (product > 1e18) {
    fail(fmt::format("a shape of ({}) is impossible", extents.substr(0, longest_shown)));
  }
}

// Reads piece by piece, so that a header that promises too much exhausts the file and not the
// memory.
void NpyArray::read_elements() {
  std::size_t promised = type_->size;
  for (const std::size_t extent : shape_) promised *= extent;
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::size_t count = piece;
  while (count == piece && bytes_.size() < promised) {
    const std::size_t before = bytes_.size();
    bytes_.resize(before + piece);
    count = file_.read(std::span(bytes_).subspan(before));
    bytes_.resize(before + count);
  }
  if (bytes_.size() < promised) {
    const std::string extents = fmt::format("{}", fmt::join(shape_, ", "));
    fail(fmt::format("the file has {} bytes of elements, but shape ({:.{}}) of '{}' takes {}",
                     bytes_.size(), extents, longest_shown, type_->name, promised));
  }
}

}  // namespace tables
