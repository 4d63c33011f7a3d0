// The formats of the paper's program (appendix C): gen and fv.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "assay/plugin.hpp"
#include "forest/problem/file_data.hpp"
#include "forest/problem/label_map.hpp"
#include "tables/byte_file.hpp"
#include "tables/table.hpp"

namespace forest {
namespace {

using assay::sdk::Error;

// The lines of a file as cells separated by commas, counted as they are read.
class CellLines {
 public:
  explicit CellLines(const std::string& path) : file_(path) {}

  // Moves to the next line that is not blank; false at the end of the file.
  bool next() {
    while (file_.read_line(line_)) {
      ++number_;
      if (tables::trimmed(line_).empty()) continue;
      split();
      return true;
    }
    return false;
  }
  [[nodiscard]] const std::string& line() const { return line_; }
  [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }

  [[noreturn]] void fail(std::size_t cell, const std::string& message) const {
    const auto position = cell < cells_.size()
                              ? static_cast<std::size_t>(cells_[cell].data() - line_.data()) + 1
                              : line_.size() + 1;
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{}:{}:{}: {}", file_.path(), std::max<std::size_t>(number_, 1),
                            position, message));
  }
  [[nodiscard]] float number(std::size_t cell) const {
    const auto value = tables::parse_number(cells_[cell]);
    if (value && std::isfinite(static_cast<float>(*value))) return static_cast<float>(*value);
    fail(cell, fmt::format("'{}' is not a finite number", cells_[cell]));
  }
  // Returns the label in a cell as text.
  [[nodiscard]] std::string integer(std::size_t cell) const {
    const std::string_view text = cells_[cell];
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return fmt::format("{}", value);
    fail(cell, fmt::format("the label '{}' is not an integer", text));
  }
  void require_cells(std::size_t count) const {
    if (cells_.size() == count) return;
    fail(std::min(count, cells_.size()),
         fmt::format("the row has {} cells, but those before it have {}", cells_.size(), count));
  }

 private:
  void split() {
    cells_.clear();
    const std::string_view line = line_;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(',', at), line.size());
      const auto cell = tables::trimmed(line.substr(at, end - at));
      cells_.push_back(cell.empty() ? line.substr(at, 0) : cell);
      at = end + 1;
    }
  }

  tables::ByteFile file_;
  std::string line_;
  std::size_t number_ = 0;
  std::vector<std::string_view> cells_;
};

// Makes columns of rows of attributes, and maps labels to numbers.
Dataset as_dataset(const std::vector<float>& rows, const std::vector<std::string>& labels,
                   std::size_t attributes) {
  Dataset data;
  for (std::size_t a = 0; a < attributes; ++a) {
    data.attribute_names.push_back(fmt::format("{}", a));
    for (std::size_t at = a; at < rows.size(); at += attributes) data.values.push_back(rows[at]);
  }
  MappedLabels mapped = map_labels(labels);
  data.labels = std::move(mapped.labels);
  data.label_names = std::move(mapped.names);
  return data;
}

// Reads one of the header's lines "# word: cell, cell, ..." and returns its cells.
std::vector<std::string> header_line(CellLines& lines, const std::string& word) {
  const auto expected = [&] {
    return fmt::format(
        "a gen file begins with the three lines '# type: OUT, IN, ...', '# data: "
        "...' and '# name: ...'; '# {}:' is missing here",
        word);
  };
  if (!lines.next()) lines.fail(0, expected());
  std::string_view text = tables::trimmed(lines.line());
  if (!text.starts_with('#')) lines.fail(0, expected());
  text = tables::trimmed(text.substr(1));
  if (!text.starts_with(word + ":")) lines.fail(0, expected());
  std::vector<std::string> cells(lines.cells().begin(), lines.cells().end());
  cells.front() =
      tables::trimmed(std::string_view(cells.front()).substr(cells.front().find(':') + 1));
  return cells;
}

// Reads the header and returns how many attributes follow the label.
std::size_t gen_header(CellLines& lines) {
  const auto types = header_line(lines, "type");
  for (std::size_t cell = 0; cell < types.size(); ++cell) {
    const char* wanted = cell == 0 ? "OUT" : "IN";
    if (types[cell] != wanted) {
      lines.fail(cell,
                 fmt::format(
                     "'{}' instead of {}: the first column is the label, all others are attributes",
                     types[cell], wanted));
    }
  }
  if (types.size() < 2) lines.fail(1, "the header names no attribute");
  const auto kinds = header_line(lines, "data");
  lines.require_cells(types.size());
  for (std::size_t cell = 0; cell < kinds.size(); ++cell) {
    const char* wanted = cell == 0 ? "CU32" : "NF32";
    if (kinds[cell] != wanted) {
      lines.fail(cell, fmt::format("'{}' instead of {}: categories of attributes are not "
                                   "supported, turn them into columns of 0 and 1",
                                   kinds[cell], wanted));
    }
  }
  header_line(lines, "name");
  return types.size() - 1;
}

}  // namespace

Dataset read_gen(const std::string& path) {
  CellLines lines(path);
  const std::size_t attributes = gen_header(lines);
  std::vector<float> rows;
  std::vector<std::string> labels;
  while (lines.next()) {
    lines.require_cells(attributes + 1);
    labels.push_back(lines.integer(0));
    for (std::size_t a = 1; a <= attributes; ++a) rows.push_back(lines.number(a));
  }
  if (labels.empty()) lines.fail(0, "no rows follow the header");
  return as_dataset(rows, labels, attributes);
}

Dataset read_fv(const std::string& path, const std::string& label_path) {
  CellLines lines(path);
  std::vector<float> rows;
  std::size_t attributes = 0;
  while (lines.next()) {
    if (attributes == 0) attributes = lines.cells().size();
    lines.require_cells(attributes);
    for (std::size_t a = 0; a < attributes; ++a) rows.push_back(lines.number(a));
  }
  if (attributes == 0) lines.fail(0, "the file has no rows");
  CellLines label_lines(label_path);
  std::vector<std::string> labels;
  while (label_lines.next()) {
    label_lines.require_cells(1);
    labels.push_back(label_lines.integer(0));
  }
  if (labels.size() != rows.size() / attributes) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{} has {} labels, but {} has {} rows: each row needs one", label_path,
                            labels.size(), path, rows.size() / attributes));
  }
  return as_dataset(rows, labels, attributes);
}

}  // namespace forest
