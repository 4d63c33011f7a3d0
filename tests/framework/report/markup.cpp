#include "framework/report/markup.hpp"

#include "tests/catch.hpp"
#include "tests/framework/report/html.hpp"

using assay::escaped;
using assay::Markup;

TEST_CASE("whatever text goes in comes out as text") {
  for (const std::string text :
       {"plain", "a < b && c > d", "\"quoted\" 'twice'", "</td><script>alert(1)</script>", "&lt;",
        "two\nlines", "\xE6\xBC\xA2"}) {
    Markup out;
    out.element("p", {{"title", text}}, text);
    const std::string html = out.str();
    const assay::test::HtmlReader page(html);
    REQUIRE(page.elements.size() == 1);
    CHECK(page.elements[0].text == text);
    CHECK(page.elements[0].attributes.at("title") == text);
  }
}

TEST_CASE("what is no text is replaced") {
  CHECK(escaped("a\xFF"
                "b") == "a?b");
  CHECK(escaped("\033[2J") == "?[2J");
  CHECK(escaped("a\tb\r\nc") == "a b \nc");
}

TEST_CASE("elements nest, and attributes without a name are left out") {
  Markup out;
  out.element("div", {{"", "x"}, {"id", "y"}}, [&] { out.element("p", "in").text(" after"); });
  CHECK(out.str() == "<div id=\"y\"><p>in</p>\n after</div>\n");
}

TEST_CASE("a script cannot end itself") {
  Markup out;
  out.verbatim("script", {}, "const a = '</script><!-- b'; if (1 < 2) c();");
  CHECK(out.str() == "<script>const a = '<\\/script><\\!-- b'; if (1 < 2) c();</script>\n");
}
