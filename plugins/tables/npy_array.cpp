#include "tables/npy_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <cstring>
#include <span>

#include "assay/element.hpp"
#include "assay/npy.hpp"

namespace tables {
namespace {

template <class T>
double load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

using Load = double (*)(const char*);

// Of the element types that the header of a file can name.
Load load_of(assay_element element) {
  switch (element) {
    case ASSAY_F32:
      return load<float>;
    case ASSAY_F64:
      return load<double>;
    case ASSAY_I8:
      return load<std::int8_t>;
    case ASSAY_U8:
      return load<std::uint8_t>;
    case ASSAY_I16:
      return load<std::int16_t>;
    case ASSAY_U16:
      return load<std::uint16_t>;
    case ASSAY_I32:
      return load<std::int32_t>;
    case ASSAY_U32:
      return load<std::uint32_t>;
    case ASSAY_I64:
      return load<std::int64_t>;
    case ASSAY_U64:
      return load<std::uint64_t>;
    default:
      throw assay::sdk::Error(ASSAY_INTERNAL, "a .npy file of unexpected elements");
  }
}

constexpr std::size_t longest_shown = 40;  // characters of a shape, in messages

}  // namespace

NpyArray::NpyArray(const std::string& path) : file_(path) {
  read_header();
  read_elements();
}

double NpyArray::value(std::size_t element) const {
  return load_(bytes_.data() + element * element_size_);
}

void NpyArray::fail(const std::string& message) const {
  throw assay::sdk::Error(ASSAY_DATA_ERROR, fmt::format("{}:1:1: {}", path(), message));
}

void NpyArray::read_header() {
  try {
    const assay::sdk::NpyHeader header = assay::sdk::read_npy_header([this](std::size_t size) {
      std::string text(size, '\0');
      text.resize(file_.read(text));
      return text;
    });
    load_ = load_of(header.element);
    element_size_ = assay::sdk::element_size(header.element);
    is_fortran_order_ = header.is_fortran_order;
    shape_.assign(header.shape.begin(), header.shape.end());
  } catch (const assay::sdk::NpyError& error) {
    fail(error.what());
  }
  if (shape_.empty()) fail("the array must have one or more dimensions");
  double elements = 1;
  for (const std::size_t extent : shape_) elements *= static_cast<double>(extent);
  if (elements == 0) fail("the array is empty");
  if (elements > 1e18) fail(fmt::format("a shape of ({}) is impossible", shown_shape()));
}

std::string NpyArray::shown_shape() const {
  return fmt::format("{:.{}}", fmt::format("{}", fmt::join(shape_, ", ")), longest_shown);
}

// Reads piece by piece, so that a header that promises too much exhausts the file and not the
// memory.
void NpyArray::read_elements() {
  std::size_t promised = element_size_;
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
    fail(fmt::format(
        "the file holds {} bytes of elements where shape ({}) of {} bytes each takes {}",
        bytes_.size(), shown_shape(), element_size_, promised));
  }
}

}  // namespace tables
