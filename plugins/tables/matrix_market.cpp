#include "tables/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "assay/error.hpp"
#include "tables/byte_file.hpp"
#include "tables/table.hpp"

namespace tables {
namespace {

constexpr std::uint64_t most = 0x7fffffff;
constexpr std::string_view blanks = " \t\r";

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Reads the file line by line, and each line word by word.
class MatrixMarket {
 public:
  explicit MatrixMarket(const std::string& path) : file_(path) {}

  CoordinateMatrix read() {
    read_header();
    read_sizes();
    for (std::uint64_t entry = 0; entry < stored_; ++entry) {
      if (!next_line()) {
        fail(fmt::format("the file ends after {} of the {} entries that it promises", entry,
                         stored_));
      }
      read_entry();
    }
    if (next_line()) fail(fmt::format("more lines follow after the {} entries", stored_));
    return std::move(matrix_);
  }

 private:
  void read_header() {
    ++line_number_;
    if (!file_.read_line(line_)) line_.clear();
    if (lower_case(word("%%MatrixMarket")) != "%%matrixmarket") {
      fail("a file of this format begins with '%%MatrixMarket matrix coordinate real general'");
    }
    choose("matrix", {"matrix"});
    choose("coordinate", {"coordinate"});
    matrix_.is_pattern = choose("real, integer or pattern", {"real", "integer", "pattern"}) == 2;
    is_symmetric_ = choose("general or symmetric", {"general", "symmetric"}) == 1;
    end_line();
  }

  void read_sizes() {
    if (!next_line()) fail("the file ends before the line 'rows columns entries'");
    matrix_.rows = number("the number of rows", 0, most);
    matrix_.columns = number("the number of columns", 0, most);
    stored_ = number("the number of entries", 0, most);
    end_line();
    if (is_symmetric_ && matrix_.rows != matrix_.columns) {
      fail(fmt::format("a symmetric matrix cannot have {} rows and {} columns", matrix_.rows,
                       matrix_.columns));
    }
  }

  void read_entry() {
    const auto row = static_cast<std::uint32_t>(number("the row", 1, matrix_.rows) - 1);
    const auto column = static_cast<std::uint32_t>(number("the column", 1, matrix_.columns) - 1);
    if (is_symmetric_ && row < column) {
      fail(
          "of a symmetric matrix, the file has the entries on and below the diagonal alone: swap "
          "row and column, or call the matrix general");
    }
    double value = 0;
    if (!matrix_.is_pattern) {
      const std::string_view text = word("the value");
      const auto parsed = parse_number(text);
      if (!parsed) fail(fmt::format("'{}' is not a number", shown(text)));
      value = *parsed;
    }
    end_line();
    add(row, column, value);
    if (is_symmetric_ && row != column) add(column, row, value);
  }

  void add(std::uint32_t row, std::uint32_t column, double value) {
    if (matrix_.row.size() == most) fail("the matrix has more than 2^31 - 1 entries");
    matrix_.row.push_back(row);
    matrix_.column.push_back(column);
    if (!matrix_.is_pattern) matrix_.value.push_back(value);
  }

  // Moves to the next line that is neither blank nor a comment.
  bool next_line() {
    ++line_number_;
    for (; file_.read_line(line_); ++line_number_) {
      at_ = 0;
      begin_ = std::min(line_.find_first_not_of(blanks), line_.size());
      if (begin_ < line_.size() && line_[begin_] != '%') return true;
    }
    line_.clear();
    at_ = begin_ = 0;
    return false;
  }

  // The next word of the line; `what` is what it should be.
  std::string_view word(std::string_view what) {
    begin_ = std::min(line_.find_first_not_of(blanks, at_), line_.size());
    if (begin_ == line_.size()) fail(fmt::format("the line ends before {}", what));
    at_ = std::min(line_.find_first_of(blanks, begin_), line_.size());
    return std::string_view(line_).substr(begin_, at_ - begin_);
  }

  // The number of the next word in the list of those that are read.
  std::size_t choose(std::string_view what, std::initializer_list<std::string_view> readable) {
    const std::string_view found = word(what);
    const auto* const place = std::find(readable.begin(), readable.end(), lower_case(found));
    if (place == readable.end()) {
      fail(fmt::format("'{}' matrices are not read: {} is needed here", shown(found), what));
    }
    return static_cast<std::size_t>(place - readable.begin());
  }

  std::uint64_t number(std::string_view what, std::uint64_t least, std::uint64_t greatest) {
    const std::string_view text = word(what);
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value < least || value > greatest) {
      fail(fmt::format("{} is '{}', but must be an integer from {} to {}", what, shown(text), least,
                       greatest));
    }
    return value;
  }

  void end_line() {
    begin_ = std::min(line_.find_first_not_of(blanks, at_), line_.size());
    if (begin_ < line_.size()) {
      fail(fmt::format("'{}' is more than the line should have",
                       shown(trimmed(std::string_view(line_).substr(begin_)))));
    }
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw assay::sdk::Error(ASSAY_DATA_ERROR, fmt::format("{}:{}:{}: {}", file_.path(),
                                                          line_number_, begin_ + 1, message));
  }

  ByteFile file_;
  std::string line_;
  std::size_t line_number_ = 0;
  std::size_t begin_ = 0;  // of the word that was read last
  std::size_t at_ = 0;     // after it
  bool is_symmetric_ = false;
  std::uint64_t stored_ = 0;  // entries that the file has
  CoordinateMatrix matrix_;
};

}  // namespace

CoordinateMatrix read_matrix_market(const std::string& path) { return MatrixMarket(path).read(); }

}  // namespace tables
