#include "framework/kernel_file/braces.hpp"

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("names in braces are replaced, and everything else stays") {
  const auto replaced = [](const std::string& text) {
    return with_values_in_braces(text, [](const std::string& name) { return "<" + name + ">"; });
  };
  CHECK(replaced("").empty());
  CHECK(replaced("--max={r} -O{level}") == "--max=<r> -O<level>");
  CHECK(replaced("{a}{b_2}") == "<a><b_2>");
  CHECK(replaced("${a} {1} {} { a } {a b} {a") == "${a} {1} {} { a } {a b} {a");
  CHECK(replaced("{{a}}") == "{<a>}");
  CHECK(names_in_braces("{b} ${c} {a} {b}") == std::vector<std::string>{"b", "a", "b"});
}
