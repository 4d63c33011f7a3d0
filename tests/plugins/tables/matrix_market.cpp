// Tests of sparse matrices in files.
#include "plugins/tables/matrix_market.hpp"

#include "assay/error.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

using Indices = std::vector<std::uint32_t>;

tables::CoordinateMatrix read(const std::string& text) {
  const testing::TemporaryFile file("a.mtx", text);
  return tables::read_matrix_market(file.path());
}

// The message without the file's name, which begins it.
std::string refusal(const std::string& text) {
  const testing::TemporaryFile file("bad.mtx", text);
  try {
    static_cast<void>(tables::read_matrix_market(file.path()));
  } catch (const assay::sdk::Error& error) {
    const std::string message = error.what();
    REQUIRE(message.starts_with(file.path() + ":"));
    return message.substr(file.path().size() + 1);
  }
  return "read";
}

const std::string general = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n";

}  // namespace

TEST_CASE("entries are read in the order of the file, past comments and blanks", "[table]") {
  const auto matrix = read(
      "%%matrixmarket MATRIX Coordinate Real general \r\n% made by hand\n\n"
      "  2 3\t4\r\n\n2 3 1.5e-3\n% between\n1 1 -2\n 2  1 inf\n2 3 7\n\n");
  CHECK(matrix.rows == 2);
  CHECK(matrix.columns == 3);
  CHECK_FALSE(matrix.is_pattern);
  CHECK(matrix.row == Indices{1, 0, 1, 1});
  CHECK(matrix.column == Indices{2, 0, 0, 2});
  CHECK(matrix.value[0] == 1.5e-3);
  CHECK(matrix.value[3] == 7);
}

TEST_CASE("of a symmetric matrix both halves are there, the diagonal once", "[table]") {
  const auto matrix = read(symmetric + "3 3 3\n1 1 4\n3 1 5\n3 2 -6\n");
  CHECK(matrix.row == Indices{0, 2, 0, 2, 1});
  CHECK(matrix.column == Indices{0, 0, 2, 1, 2});
  CHECK(matrix.value == std::vector<double>{4, 5, 5, -6, -6});
}

TEST_CASE("a pattern has places alone, and a matrix may be empty", "[table]") {
  const auto pattern = read("%%MatrixMarket matrix coordinate pattern general\n4 5 1\n4 5\n");
  CHECK(pattern.is_pattern);
  CHECK(pattern.value.empty());
  CHECK(pattern.row == Indices{3});
  CHECK(read(general + "0 7 0").columns == 7);
}

TEST_CASE("what is no such matrix is refused with its line", "[table]") {
  const auto begins = [](const std::string& text, const std::string& message) {
    INFO(text);
    CHECK_THAT(refusal(text), contains(message));
  };
  begins("", "1:1: the line ends before %%MatrixMarket");
  begins("1 1 1\n", "1:1: a file of this format begins with");
  begins("%%MatrixMarket matrix array real general\n", "1:23: 'array' matrices are not read");
  begins("%%MatrixMarket matrix coordinate complex general\n", "1:34: 'complex' matrices");
  begins("%%MatrixMarket matrix coordinate real skew-symmetric\n",
         "general or symmetric is needed here");
  begins("%%MatrixMarket matrix coordinate real\n", "1:38: the line ends before general");
  begins(general + "% nothing", "3:1: the file ends before the line 'rows columns entries'");
  begins(general + "2 2\n", "2:4: the line ends before the number of entries");
  begins(general + "2 -2 1\n", "2:3: the number of columns is '-2', but must be an integer from 0");
  begins(general + "2 2 9999999999\n", "2:5: the number of entries is '9999999999'");
  begins(general + "2 2 1 1\n", "2:7: '1' is more than the line should have");
  begins(general + "2 2 1\n\n3 1 1\n", "4:1: the row is '3', but must be an integer from 1 to 2");
  begins(general + "2 2 1\n1 0 1\n", "3:3: the column is '0'");
  begins(general + "2 2 1\n1 1.5 1\n", "3:3: the column is '1.5'");
  begins(general + "2 2 1\n1 1 one\n", "3:5: 'one' is not a number");
  begins(general + "2 2 1\n1 1\n", "3:4: the line ends before the value");
  begins(general + "2 2 2\n1 1 1\n", "4:1: the file ends after 1 of the 2 entries");
  begins(general + "2 2 1\n1 1 1\n2 2 1\n", "4:1: more lines follow after the 1 entries");
  begins(symmetric + "2 3 0\n", "2:6: a symmetric matrix cannot have 2 rows and 3 columns");
  begins(symmetric + "2 2 1\n1 2 1\n", "swap row and column");
  CHECK_THROWS_AS(tables::read_matrix_market("/nowhere/a.mtx"), assay::sdk::Error);
}
