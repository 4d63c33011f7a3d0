#include "framework/core/expression/substitution.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using assay::substituted;

TEST_CASE("names become their expressions in brackets, and nothing else changes") {
  const assay::NamedExpressions named = {{"xl", "t + u"}, {"n", "xl"}};
  CHECK(substituted("2 * xl - xl2", named) == "2 * (t + u) - xl2");
  CHECK(substituted("'xl' == xl", named) == "'xl' == (t + u)");
  CHECK(substituted("n", named) == "(xl)");  // what stands for a name is not looked through again
  CHECK(substituted("", named).empty());
  CHECK(substituted("xl ? 1", named) == "xl ? 1");  // no tokens: left to the parser
}

TEST_CASE("an expression that would take all memory is refused") {
  const assay::NamedExpressions named = {{"x", std::string(1000, '1')}};
  std::string many = "x";
  for (int k = 0; k < 3000; ++k) many += " + x";
  CHECK_THROWS_WITH(substituted(many, named), contains("once its names are replaced"));
}
