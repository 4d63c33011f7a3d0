#include "plugins/tables/table.hpp"

#include <zlib.h>

#include <cmath>
#include <cstring>

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using namespace tables;
using testing::npy;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows read_all(const std::string& path) {
  const auto table = open_table(path);
  Rows rows{table->columns()};
  while (table->next()) {
    rows.emplace_back();
    for (std::size_t k = 0; k < table->columns().size(); ++k) rows.back().push_back(table->text(k));
  }
  return rows;
}

Rows read_text(const std::string& name, const std::string& content) {
  const testing::TemporaryFile file(name, content);
  return read_all(file.path());
}

// The error message of reading all cells of the file as numbers, or "" if they can be read.
std::string complaint(const std::string& name, const std::string& content) {
  const testing::TemporaryFile file(name, content);
  try {
    const auto table = open_table(file.path());
    while (table->next()) {
      for (std::size_t k = 0; k < table->columns().size(); ++k) (void)table->number(k);
    }
  } catch (const assay::sdk::Error& error) {
    CHECK(error.status() == ASSAY_DATA_ERROR);
    return error.what();
  }
  return "";
}

std::string gzipped(const std::string& text) {
  const testing::TemporaryFile file("packed.gz", "");
  const gzFile out = gzopen(file.path().c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  return assay::test::contents(file.path());
}

}  // namespace

TEST_CASE("delimited text in its many dresses", "[table]") {
  const Rows expected{{"a", "b c"}, {"1", "x"}, {"-2.5", "y,z"}};
  CHECK(read_text("t.csv", "a,b c\n1,x\n-2.5,\"y,z\"\n") == expected);
  CHECK(read_text("t.csv",
                  "\xef\xbb\xbf"
                  "a , 'b c'\r\n\r\n1,  x \r\n-2.5,'y,z'") == expected);
  CHECK(read_text("t.csv", "a;b c\n1;x\n-2.5;y,z\n") == expected);
  CHECK(read_text("t.tsv", "a\tb c\n1\tx\n-2.5\ty,z\n") == expected);
  CHECK(read_text("t.csv.gz", gzipped("a,b c\n1,x\n-2.5,\"y,z\"\n")) == expected);
  CHECK(read_text("t.csv", "1,2\n3,4\n") == Rows{{"0", "1"}, {"1", "2"}, {"3", "4"}});
  CHECK(read_text("t.csv", "q\n\"say \"\"hi\"\"\"\n") == Rows{{"q"}, {"say \"hi\""}});
  CHECK(read_text("t.csv", "a,b\n,\n") == Rows{{"a", "b"}, {"", ""}});
}

TEST_CASE("bad delimited text is refused with its place", "[table]") {
  CHECK_THAT(complaint("t.csv", ""), contains(":1:1: the file has no rows"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,2\n3\n"), contains(":3:2: the row has 1 cells"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,2,3\n"), contains(":2:5: the row has 3 cells"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,two\n"), contains(":2:3: 'two' in column 'b'"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,nan\n"), contains(":2:3: 'nan'"));
  CHECK_THAT(complaint("t.csv", "a,b\n-inf,1\n"), contains("not a finite number"));
  CHECK_THAT(complaint("t.csv", "a,b\n1e999,1\n"), contains("1e999"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,\n"), contains(":2:3: ''"));
  CHECK_THAT(complaint("t.csv", "a,b\n1,2x\n"), contains("2x"));
  CHECK_THAT(complaint("t.csv", "a,a\n1,2\n"), contains("two columns 'a'"));
  CHECK_THAT(complaint("t.csv", "a,\n1,2\n"), contains("column 1 has no name"));
  CHECK_THAT(complaint("t.csv", "a\n\"open\n"), contains(":2:1: the quote is not closed"));
  CHECK_THAT(complaint("t.csv", "a\n\"open\"\"\n"), contains("not closed"));
  CHECK_THAT(complaint("t.csv", "a,b\n\"x\"y,1\n"), contains("'y' follows the closing quote"));
  const std::string packed = gzipped(std::string(100'000, 'x') + "\n1\n2\n");
  CHECK_THAT(complaint("t.csv.gz", packed.substr(0, packed.size() / 2)),
             contains("cannot be read"));
  CHECK_THROWS_WITH(open_table("/no/such/file.csv"), contains("/no/such/file.csv"));
  CHECK(complaint("t.csv", "a,b\n+1,-2e-3\n") == "");
}

TEST_CASE("messages show the beginning of a text, however long it is", "[table]") {
  const std::string endless(100'000, 'x');
  for (const std::string& text : {"a,b\n1," + endless + "\n", endless + "\nb\n",
                                  "a\n\"q\"" + endless, endless + "," + endless + "\n"}) {
    const std::string said = complaint("t.csv", text);
    CHECK_THAT(said, contains("xxxxxxxxxx"));
    CHECK(said.size() < 1000);
  }
  CHECK(complaint("t.arff", endless).size() < 1000);
}

TEST_CASE("ARFF files as others write them", "[table]") {
  const Rows expected{{"x 0", "y"}, {"0.5", "A"}, {"1", "B"}};
  CHECK(read_text("t.arff",
                  "% remark\n@RELATION \"r\"\n\n@ATTRIBUTE 'x 0' NUMERIC\n@attribute y {A,B}\n"
                  "@DATA\n0.5,A\n% within\n1, 'B'\n") == expected);
  CHECK(read_text("t.arff.gz",
                  gzipped("@relation r\n@attribute 'x 0' real\n@attribute y string\n@data\n"
                          "0.5,A\n1,B\n")) == expected);
}

TEST_CASE("bad ARFF files are refused with their place", "[table]") {
  const std::string head = "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n";
  CHECK_THAT(complaint("t.arff", head + "\n1,2,3\n"), contains(":6:5: the row has 3 cells"));
  CHECK_THAT(complaint("t.arff", head + "1,?\n"), contains(":5:3: '?' in column 'b'"));
  CHECK_THAT(complaint("t.arff", head + "{0 1}\n"), contains("sparse rows"));
  CHECK_THAT(complaint("t.arff", "@relation r\n@attribute a\n@data\n"), contains("no type"));
  CHECK_THAT(complaint("t.arff", "@relation r\n@data\n1\n"), contains("before any @ATTRIBUTE"));
  CHECK_THAT(complaint("t.arff", "@relation r\n"), contains("ends before @DATA"));
  CHECK_THAT(complaint("t.arff", "a,b\n1,2\n"), contains(":1:1: 'a,b' instead of"));
}

TEST_CASE("NumPy arrays of several types and both orders", "[table]") {
  const Rows expected{{"0", "1", "2"}, {"1", "2", "3"}, {"4", "5", "6"}};
  CHECK(read_text("t.npy", npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6})) == expected);
  CHECK(read_text("t.npy", npy<std::int64_t>("<i8", "(2, 3)", {1, 2, 3, 4, 5, 6})) == expected);
  CHECK(read_text("t.npy", npy<double>("<f8", "(2, 3)", {1, 4, 2, 5, 3, 6}, "True")) == expected);
  CHECK(read_text("t.npy.gz", gzipped(npy<std::uint8_t>("|u1", "(2, 3)", {1, 2, 3, 4, 5, 6}))) ==
        expected);
  CHECK(read_text("t.npy", npy<double>("<f8", "(2,)", {0.1, 7})) == Rows{{"0"}, {"0.1"}, {"7"}});
}

TEST_CASE("bad NumPy arrays are refused", "[table]") {
  const std::vector<double> six(6, 1.0);
  CHECK_THAT(complaint("t.npy", "a,b\n1,2\n"), contains("not a .npy file"));
  CHECK_THAT(complaint("t.npy", "\x93"), contains("header"));
  CHECK_THAT(complaint("t.npy", npy(">f8", "(2, 3)", six)), contains("'>f8'"));
  CHECK_THAT(complaint("t.npy", npy("<f8", "(2, 3, 1)", six)), contains("dimensions"));
  CHECK_THAT(complaint("t.npy", npy("<f8", "(0, 3)", six)), contains("empty"));
  CHECK_THAT(complaint("t.npy", npy("<f8", "(3, 3)", six)), contains("takes 72"));
  CHECK_THAT(complaint("t.npy", npy("<f8", "(99999999999, 9999)", six)), contains("48 bytes"));
  const auto bad = npy<double>("<f8", "(2, 2)", {1, 2, 3, std::nan("")});
  CHECK_THAT(complaint("t.npy", bad), contains(":2:2: 'nan' in column '1'"));
}

TEST_CASE("columns are found by name, number, or not with the nearest name", "[table]") {
  const testing::TemporaryFile file("t.csv", "redshift,class,2\n1,2,3\n");
  const auto table = open_table(file.path());
  CHECK(find_column(*table, "t.csv", "class") == 1);
  CHECK(find_column(*table, "t.csv", " 0 ") == 0);
  CHECK(find_column(*table, "t.csv", "2") == 2);
  CHECK_THROWS_WITH(find_column(*table, "t.csv", "redshfit"), contains("'redshift'"));
  CHECK_THROWS_WITH(find_column(*table, "t.csv", "3"), contains("0 to 2"));
  CHECK_THROWS_WITH(find_column(*table, "t.csv", ""), contains("no column ''"));
}
