// Tests of reading files as they occur, and of reporting faults in others.
#include "forest/problem/file_data.hpp"

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using forest::DataArguments;
using forest::Dataset;

namespace {

Dataset table(const std::string& content, DataArguments arguments, const char* name = "t.csv") {
  const testing::TemporaryFile file(name, content);
  return forest::read_table(file.path(), arguments);
}
Dataset gen(const std::string& content) {
  const testing::TemporaryFile file("t.txt", content);
  return forest::read_gen(file.path());
}
Dataset fv(const std::string& content, const std::string& labels) {
  const testing::TemporaryFile file("t.mat", content);
  const testing::TemporaryFile label_file("t.titles", labels);
  return forest::read_fv(file.path(), label_file.path());
}
DataArguments labelled(const std::string& label, const std::string& columns = "",
                       const std::string& categories = "") {
  DataArguments arguments;
  arguments.label = label;
  arguments.columns = columns;
  arguments.categories = categories;
  return arguments;
}

const std::string header =
    "# type:  OUT,   IN,    IN\n# data:  CU32,  NF32,  NF32\n# name:  ,      ,\n";

}  // namespace

TEST_CASE("a table gives columns and labels; categories become columns of 0 and 1") {
  const auto data = table("size,colour,class\n1.5,red,b\n2,blue,a\n-3,red,b\n", labelled("class"));
  CHECK(data.attribute_names == std::vector<std::string>{"size", "colour=blue", "colour=red"});
  CHECK(data.values == std::vector<float>{1.5F, 2, -3, 0, 1, 0, 1, 0, 1});
  CHECK(data.label_names == std::vector<std::string>{"a", "b"});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0, 1});
}

TEST_CASE("columns are chosen, and numbers may be categories") {
  const std::string text = "a,b,c\n1,5,0\n2,7,1\n3,5,0\n";
  const auto some = table(text, labelled("c", "b"));
  CHECK(some.attribute_names == std::vector<std::string>{"b"});
  const auto categories = table(text, labelled("2", "", "b"));
  CHECK(categories.attribute_names == std::vector<std::string>{"a", "b=5", "b=7"});
  CHECK(categories.values == std::vector<float>{1, 2, 3, 1, 0, 1, 0, 1, 0});
}

TEST_CASE("integer labels rise as numbers and may have gaps, others as text") {
  CHECK(table("x,y\n1,10\n1,9\n1,-3\n1,10\n", labelled("y")).label_names ==
        std::vector<std::string>{"-3", "9", "10"});
  CHECK(table("x,y\n1,10\n1,9\n1,b\n", labelled("y")).label_names ==
        std::vector<std::string>{"10", "9", "b"});
}

TEST_CASE("ARFF is read") {
  const auto data =
      table("@RELATION r\n@ATTRIBUTE x NUMERIC\n@ATTRIBUTE class {u,v}\n@DATA\n1,v\n2,u\n",
            labelled("class"), "t.arff");
  CHECK(data.values == std::vector<float>{1, 2});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0});
}

TEST_CASE("bad tables are refused with their place") {
  CHECK_THROWS_WITH(table("a,b\n1,2\n", labelled("")),
                    contains("which column") && contains("a, b"));
  CHECK_THROWS_WITH(table("aa,b\n1,2\n", labelled("ab")), contains("did you mean 'aa'"));
  CHECK_THROWS_WITH(table("a,b\n1,2\n", labelled("b", "a,b")), contains("leave it out"));
  CHECK_THROWS_WITH(table("b\n1\n", labelled("b")), contains("no columns except"));
  CHECK_THROWS_WITH(table("a,b\n", labelled("b")), contains("has no rows"));
  CHECK_THROWS_WITH(table("a,b\n1,x\nnan,y\n", labelled("b")), contains(":3:1: 'nan'"));
  CHECK_THROWS_WITH(table("a,b\ninf,x\n", labelled("b")), contains(":2:1: 'inf'"));
  CHECK_THROWS_WITH(table("a,b\n1,x\n1e39,y\n", labelled("b")),
                    contains(":3:1: 1e39") && contains("exceeds the range"));
  CHECK_THROWS_WITH(table("a,b\n1,x\nz,y\n", labelled("b")), contains(":3:1: 'z'"));
  CHECK_THROWS_WITH(table("a,b\n?,x\n", labelled("b")), contains(":2:1: '?'"));
  CHECK_THROWS_WITH(table("a,b\n1,\n", labelled("b")), contains(":2:3: the label is missing"));
  CHECK_THROWS_WITH(table("a,b\n1,x\n1\n", labelled("b")), contains(":3:2: the row has 1 cells"));
}

TEST_CASE("gen files are read as the paper has them") {
  const auto data = gen(header + "   4,  -595330.06,  672084.2\n   0, -539251.06, 94618.77\n");
  CHECK(data.attribute_names.size() == 2);
  CHECK(data.values == std::vector<float>{-595330.06F, -539251.06F, 672084.2F, 94618.77F});
  CHECK(data.label_names == std::vector<std::string>{"0", "4"});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0});
}

TEST_CASE("bad gen files are refused with their place") {
  CHECK_THROWS_WITH(gen(""), contains(":1:1: a gen file begins with"));
  CHECK_THROWS_WITH(gen("1,2,3\n"), contains("'# type:' is missing"));
  CHECK_THROWS_WITH(gen("# type: OUT, IN\n# name: ,\n"), contains(":2:") && contains("'# data:'"));
  CHECK_THROWS_WITH(gen("# type: IN, IN\n"), contains("'IN' instead of OUT"));
  CHECK_THROWS_WITH(gen("# type: OUT, OUT\n"), contains(":1:14: 'OUT' instead of IN"));
  CHECK_THROWS_WITH(gen("# type: OUT\n"), contains("names no attribute"));
  CHECK_THROWS_WITH(gen("# type: OUT, IN\n# data: CU32, CU32\n"), contains("categories"));
  CHECK_THROWS_WITH(gen("# type: OUT, IN\n# data: CU32\n"), contains("the row has 1 cells"));
  CHECK_THROWS_WITH(gen("# type: OUT, IN\n# data: CU32, NF32\n1,2\n"), contains("'# name:'"));
  CHECK_THROWS_WITH(gen(header), contains("no rows follow"));
  CHECK_THROWS_WITH(gen(header + "1,2\n"), contains(":4:4: the row has 2 cells"));
  CHECK_THROWS_WITH(gen(header + "1,2,3,4\n"), contains(":4:7: the row has 4 cells"));
  CHECK_THROWS_WITH(gen(header + "1.5,2,3\n"), contains(":4:1: the label '1.5'"));
  CHECK_THROWS_WITH(gen(header + "1,2,x\n"), contains(":4:5: 'x' is not a finite"));
  CHECK_THROWS_WITH(gen(header + "1,2,nan\n"), contains(":4:5: 'nan'"));
  CHECK_THROWS_WITH(gen(header + "1,2,\n"), contains(":4:5: ''"));
}

TEST_CASE("fv files are read with their labels") {
  const auto data = fv("1,2.5\n\n3,4\n", "7\n2\n");
  CHECK(data.values == std::vector<float>{1, 3, 2.5F, 4});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0});
  CHECK_THROWS_WITH(fv("", ""), contains("has no rows"));
  CHECK_THROWS_WITH(fv("1,2\n3\n", "1\n2\n"), contains(":2:2: the row has 1 cells"));
  CHECK_THROWS_WITH(fv("1,2\n3,inf\n", "1\n2\n"), contains(":2:3: 'inf'"));
  CHECK_THROWS_WITH(fv("1\n2\n", "1\n"), contains("has 1 labels") && contains("has 2 rows"));
  CHECK_THROWS_WITH(fv("1\n", "1\n2\n"), contains("has 2 labels"));
  CHECK_THROWS_WITH(fv("1\n", "one\n"), contains(":1:1: the label 'one'"));
  CHECK_THROWS_WITH(fv("1\n", "1,2\n"), contains("the row has 2 cells"));
}
