#include "framework/compare/text.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "framework/compare/table.hpp"
#include "framework/core/units.hpp"
#include "tests/catch.hpp"

namespace assay::test {
namespace {

TEST_CASE("seconds are shown with four digits in the unit that fits") {
  CHECK(format_seconds(9.2141e-3) == "9.214 ms");
  CHECK(format_seconds(123.456e-6) == "123.5 us");
  CHECK(format_seconds(1.5e-9) == "1.500 ns");
  CHECK(format_seconds(2.5e-10) == "0.2500 ns");
  CHECK(format_seconds(12345.6) == "12350 s");
  CHECK(format_seconds(0) == "0 ns");
  CHECK(format_value(0.0123456, "J") == "12.35 mJ");
  CHECK(format_value(123.4, "J") == "123.4 J");
  CHECK(format_seconds(std::numeric_limits<double>::infinity()) == "unbounded");
}

TEST_CASE("rounding up to the next unit changes the unit") {
  CHECK(format_seconds(999.94e-6) == "999.9 us");
  CHECK(format_seconds(999.96e-6) == "1.000 ms");
  CHECK(format_seconds(0.99999) == "1.000 s");
  CHECK(format_seconds(9.9996e-3) == "10.00 ms");
}

TEST_CASE("every time reads back within its four digits") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(-9, 3);
  for (int i = 0; i < 1000; ++i) {
    const double seconds = std::pow(10, exponent(random));
    const std::string text = format_seconds(seconds);
    const std::string unit = text.substr(text.find(' ') + 1);
    const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 1e-9;
    CAPTURE(seconds, text);
    REQUIRE(std::stod(text) * scale == Approx(seconds).epsilon(6e-4));
  }
}

TEST_CASE("bounds share the median's unit, ratios have three digits") {
  CHECK(format_bounds({1e-3, 0.99e-3, 1.02e-3}) == "[0.9900, 1.020]");
  CHECK(format_bounds({1e-3, 0, INFINITY}) == "[too few samples]");
  CHECK(format_ratio(Interval{8.314, 8.12, 8.5}) == "8.31x [8.12, 8.50]");
  CHECK(format_ratio(1) == "1.00x");
  CHECK(format_share(0.034) == "3.4%");
  CHECK(format_share(0.34) == "34%");
}

TEST_CASE("percentages have the digits that were asked for, changes a sign") {
  CHECK(format_percent(0.95) == "95%");
  CHECK(format_percent(0.025) == "2.5%");
  CHECK(format_percent(0.0408108, 3) == "4.08%");
  CHECK(format_change(0.02127, 2) == "+2.13%");
  CHECK(format_change(-0.5, 1) == "-50.0%");
  CHECK(format_change(0, 2) == "+0.00%");
}

TEST_CASE("any number can be shown, in few characters") {
  const double largest = std::numeric_limits<double>::max();
  const double smallest = std::numeric_limits<double>::denorm_min();
  for (const double value : {1e-310, smallest, std::numeric_limits<double>::min(), 1e-30, 0.0, -0.0,
                             1e15, 1e30, 1.7e308, largest, double(INFINITY), double(NAN)}) {
    for (const double number : {value, -value}) {
      CAPTURE(number);
      const Interval around{number, number, number};
      for (const std::string& text :
           {format_seconds(number), format_bounds(around), format_number(number),
            format_ratio(number), format_ratio(around), format_percent(number),
            format_change(number, 2), format_share(number)}) {
        CAPTURE(text);
        CHECK_FALSE(text.empty());
        CHECK(text.size() < 40);
      }
    }
  }
  CHECK(format_number(1e-310) == "1e-310");
  CHECK(format_seconds(1e-310) == "1.000e-301 ns");
  CHECK(format_seconds(largest) == "1.798e+308 s");
  CHECK(format_change(1e300, 1) == "+1e+302%");
}

TEST_CASE("one line of valid text comes out of whatever goes in") {
  CHECK(one_line("a\nb\tc") == "a b c");
  CHECK(one_line("\033[31mred") == "?[31mred");
  CHECK(one_line("gr\xC3\xBC\xC3\x9F") == "gr\xC3\xBC\xC3\x9F");
  CHECK(one_line("\xC3") == "?");
  CHECK(one_line("\xC0\xAF") == "??");       // overlong
  CHECK(one_line("\xED\xA0\x80") == "???");  // a surrogate
  CHECK(one_line("\xC2\x9B") == "?");        // an 8-bit control sequence introducer
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    std::string noise;
    for (int k = 0; k < 30; ++k) noise += static_cast<char>(random());
    const std::string line = one_line(noise);
    REQUIRE(one_line(line) == line);
    REQUIRE(line.find('\033') == std::string::npos);
  }
}

TEST_CASE("nothing of a line turns the direction of writing or ends it") {
  for (const char* mark : {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e",
                           "\u2066", "\u2069", "\ufeff", "\u0085", "\u009b"}) {
    CHECK(one_line(std::string("a") + mark + "b") == "a?b");
  }
  CHECK(one_line("\u05d0\u0628 \u200b\u4e2d") ==
        "\u05d0\u0628 \u200b\u4e2d");  // letters of any script are kept
}

TEST_CASE("lines stay apart, and none of them is a command to who reads a log") {
  CHECK(shown_lines("").empty());
  CHECK(shown_lines("a\n\nb\tc\n") == "a\n\nb c\n");
  CHECK(shown_lines("\x1b[31mred\r\n\x07") == "?[31mred \n?");
  CHECK(shown_lines("::error::x") == "| ::error::x");
  CHECK(shown_lines("a\n \t::set-output name=x::y\nstd::vector\n##[group]z") ==
        "a\n|   ::set-output name=x::y\nstd::vector\n| ##[group]z");
  CHECK(shown_lines("\x01::warning::x") == "?::warning::x");
}

TEST_CASE("cells of CSV are text of one line, and no formulas") {
  std::ostringstream out;
  write_csv_row({"=1+2", "-x", "+1.5", "-0.25", "@a", "a=b", "a\nb", "a,\"b", "-inf", ""}, out);
  CHECK(out.str() == "'=1+2,'-x,+1.5,-0.25,'@a,a=b,a b,\"a,\"\"b\",-inf,\r\n");
}

TEST_CASE("an escaped line says in HTML and in XML what it says") {
  CHECK(escaped_line("<a href=\"b\">c & 'd'</a>") ==
        "&lt;a href=&quot;b&quot;&gt;c &amp; &#39;d&#39;&lt;/a&gt;");
  CHECK(escaped_line("&lt;") == "&amp;lt;");
  CHECK(escaped_line("a\nb\xFF\033[31m\xE2\x9C\x93") == "a b??[31m\xE2\x9C\x93");
  CHECK(escaped_line("\xEF\xBF\xBD\xEF\xBF\xBE\xEF\xBF\xBF") == "\xEF\xBF\xBD??");
}

TEST_CASE("width counts columns, not bytes, and cutting keeps whole characters") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("gr\xC3\xBC\xC3\x9F") == 4);
  CHECK(display_width("\xE6\xBC\xA2") == 2);  // a Chinese character
  CHECK(display_width("e\xCC\x81") == 1);     // a combining accent
  CHECK(elided("abcdef", 6) == "abcdef");
  CHECK(elided("abcdefg", 6) == "abc...");
  CHECK(elided("\xE6\xBC\xA2\xE6\xBC\xA2\xE6\xBC\xA2", 5) == "\xE6\xBC\xA2...");
  CHECK(elided("abc", 2) == "..");
}

}  // namespace
}  // namespace assay::test
