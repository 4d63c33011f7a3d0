// Tables in NumPy arrays of one or two dimensions: rows and columns.
#include <fmt/format.h>

#include "tables/npy_array.hpp"
#include "tables/table.hpp"

namespace tables {
namespace {

class NpyTable final : public TableReader {
 public:
  explicit NpyTable(const std::string& path) : array_(path) {
    const auto& shape = array_.shape();
    if (shape.size() > 2) array_.fail("the array must have one or two dimensions");
    rows_ = shape[0];
    columns_count_ = shape.size() == 2 ? shape[1] : 1;
    for (std::size_t k = 0; k < columns_count_; ++k) columns_.push_back(std::to_string(k));
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
  // Rows and columns of the array, counted from 1, stand for lines and columns of a file.
  [[nodiscard]] std::string place(std::size_t column) const override {
    return fmt::format("{}:{}:{}", array_.path(), next_row_, column + 1);
  }

 private:
  [[nodiscard]] double value(std::size_t column) const {
    const std::size_t row = next_row_ - 1;
    return array_.value(array_.is_fortran_order() ? column * rows_ + row
                                                  : row * columns_count_ + column);
  }

  NpyArray array_;
  std::size_t rows_ = 0;
  std::size_t columns_count_ = 0;
  std::size_t next_row_ = 0;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<TableReader> open_npy(const std::string& path) {
  return std::make_unique<NpyTable>(path);
}

}  // namespace tables
