// NumPy arrays of one or two dimensions, of little-endian floats or integers (format 1.0 to 3.0).
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <regex>

#include "assay/plugin.hpp"
#include "tables/byte_file.hpp"
#include "tables/table.hpp"

namespace tables {
namespace {

static_assert(std::endian::native == std::endian::little);

template <class T>
double load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

struct ElementType {
  const char* name;
  std::size_t size;
  double (*load)(const char*);
};

constexpr ElementType element_types[] = {
    {"<f4", 4, load<float>},         {"<f8", 8, load<double>},
    {"|b1", 1, load<std::uint8_t>},  {"|i1", 1, load<std::int8_t>},
    {"|u1", 1, load<std::uint8_t>},  {"<i2", 2, load<std::int16_t>},
    {"<u2", 2, load<std::uint16_t>}, {"<i4", 4, load<std::int32_t>},
    {"<u4", 4, load<std::uint32_t>}, {"<i8", 8, load<std::int64_t>},
    {"<u8", 8, load<std::uint64_t>},
};

class NpyTable final : public TableReader {
 public:
  explicit NpyTable(const std::string& path) : file_(path) {
    read_header();
    for (std::size_t k = 0; k < columns_count_; ++k) columns_.push_back(std::to_string(k));
    read_elements();
  }

  [[nodiscard]] const std::vector<std::string>& columns() const override { return columns_; }
  bool next() override {
    if (next_row_ == rows_) return false;
    ++next_row_;
    return true;
  }
  [[nodiscard]] std::string text(std::size_t column) const override {
    return fmt::format("{}", value(column));
  }
  // Rows and columns of the array stand for lines and columns, counted from 1 like them.
  [[nodiscard]] std::string place(std::size_t column) const override {
    return fmt::format("{}:{}:{}", file_.path(), next_row_, column + 1);
  }

 private:
  [[nodiscard]] double value(std::size_t column) const {
    const std::size_t row = next_row_ - 1;
    const std::size_t element =
        fortran_order_ ? column * rows_ + row : row * columns_count_ + column;
    return type_->load(bytes_.data() + element * type_->size);
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw assay::sdk::Error(ASSAY_DATA_ERROR, fmt::format("{}:1:1: {}", file_.path(), message));
  }

  std::string read_text(std::size_t size) {
    std::string text(size, '\0');
    if (file_.read(text) != size) fail("the file ends within its header");
    return text;
  }

  void read_header() {
    const std::string start = read_text(8);
    if (!start.starts_with("\x93NUMPY")) fail("this is no NumPy array: its first bytes differ");
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3) fail(fmt::format("format version {} is unknown", version));
    const std::string size_bytes = read_text(version == 1 ? 2 : 4);
    std::uint32_t size = 0;
    std::memcpy(&size, size_bytes.data(), size_bytes.size());
    if (size > 1U << 20) fail(fmt::format("a header of {} bytes cannot be right", size));
    parse_header(read_text(size));
  }

  void parse_header(const std::string& header) {
    const std::regex descr("'descr': *'([^']*)'");
    const std::regex order("'fortran_order': *(True|False)");
    const std::regex shape("'shape': *\\( *([0-9]+) *(?:, *([0-9]+)? *)?\\)");
    std::smatch found;
    if (!std::regex_search(header, found, descr)) fail("the header names no simple element type");
    for (const auto& type : element_types) {
      if (found[1] == type.name) type_ = &type;
    }
    if (type_ == nullptr) {
      fail(
          fmt::format("elements of type '{}' are not supported; little-endian floats of 4 or 8 "
                      "bytes and integers are",
                      found[1].str()));
    }
    if (!std::regex_search(header, found, order)) fail("the header lacks 'fortran_order'");
    fortran_order_ = found[1] == "True";
    if (!std::regex_search(header, found, shape)) fail("the array must have one or two dimensions");
    rows_ = extent(found[1]);
    columns_count_ = found[2].matched ? extent(found[2]) : 1;
    if (rows_ == 0 || columns_count_ == 0) fail("the array is empty");
  }

  std::size_t extent(const std::string& digits) const {
    const auto value = parse_number(digits);
    if (!value || *value > 1e12) fail(fmt::format("an extent of {} cannot be right", digits));
    return static_cast<std::size_t>(*value);
  }

  // Piece by piece, so that a header that promises too much exhausts the file and not the memory.
  void read_elements() {
    const double promised = static_cast<double>(rows_) * static_cast<double>(columns_count_) *
                            static_cast<double>(type_->size);
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::size_t count = piece;
    while (count == piece && static_cast<double>(bytes_.size()) < promised) {
      const std::size_t before = bytes_.size();
      bytes_.resize(before + piece);
      count = file_.read(std::span(bytes_).subspan(before));
      bytes_.resize(before + count);
    }
    if (static_cast<double>(bytes_.size()) < promised) {
      fail(fmt::format("the file holds {} bytes of elements where shape ({}, {}) of '{}' takes {}",
                       bytes_.size(), rows_, columns_count_, type_->name, promised));
    }
  }

  ByteFile file_;
  const ElementType* type_ = nullptr;
  bool fortran_order_ = false;
  std::size_t rows_ = 0;
  std::size_t columns_count_ = 0;
  std::size_t next_row_ = 0;
  std::vector<std::string> columns_;
  std::vector<char> bytes_;
};

}  // namespace

std::unique_ptr<TableReader> open_npy(const std::string& path) {
  return std::make_unique<NpyTable>(path);
}

}  // namespace tables
