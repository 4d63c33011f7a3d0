// Tests that the pages of measured error rates describe the rules that ship.
#include "benchmarks/guard/page.hpp"

#include <fstream>
#include <sstream>

#include "benchmarks/guard/ranking.hpp"
#include "framework/guard/rule.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

std::string page_text(const std::string& name) {
  std::ifstream in(std::string(DOCS_FOLDER) + "/" + name);
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr const char* cure =
    "the page is not of the rule that ships: bench_guard_error_rates --recorded NOISE --write "
    "docs/guard-error-rates.md docs/ranking.md";

}  // namespace

TEST_CASE("the page of error rates describes the rule that ships, and was measured with it") {
  const GuardOptions shipped;
  const std::string page = page_text("guard-error-rates.md");
  INFO(cure);
  CHECK_THAT(section(page, "rule"), contains(describe_rule(shipped)));
  for (const char* name :
       {"rule", "simulated noise", "shares of equivalence", "against a record", "recorded noise"}) {
    CHECK_THAT(section(page, name), contains("<!-- " + rule_line(shipped) + " -->"));
  }
}

TEST_CASE("the page of rankings was measured with the finals that a scenario has by default") {
  INFO(cure);
  CHECK_THAT(section(page_text("ranking.md"), "rankings"),
             contains("<!-- " + ranking_line(FinalSpec()) + " -->"));
  FinalSpec other;
  other.margin = 0.02;
  CHECK(ranking_line(other) != ranking_line({}));
  other = {};
  other.rounds = 40;
  CHECK(ranking_line(other) != ranking_line({}));
}

TEST_CASE("a section is replaced, and nothing else") {
  const std::string page = "a\n<!-- begin one -->\nold\n<!-- end one -->\nb\n";
  CHECK(section(page, "one") == "old\n");
  CHECK(has_section(page, "one"));
  CHECK_FALSE(has_section(page, "on"));
  CHECK(with_section(page, "one", "new\n") == "a\n<!-- begin one -->\nnew\n<!-- end one -->\nb\n");
  CHECK_THROWS_WITH(section(page, "two"), contains("<!-- begin two -->"));
  CHECK_THROWS_WITH(section("<!-- begin two -->\n", "two"), contains("<!-- end two -->"));
}
