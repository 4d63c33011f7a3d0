#include "framework/core/value.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Passes the value through its JSON text, as between processes.
Value round_trip(const Value& value) {
  return value_from_json(nlohmann::json::parse(to_json(value).dump()));
}

double random_real(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  double real;
  static_assert(sizeof real == sizeof bits);
  std::memcpy(&real, &bits, sizeof real);
  return std::isfinite(real) ? real : 0.5;
}

}  // namespace

TEST_CASE("values read as a person writes them") {
  CHECK(to_string(Value(true)) == "true");
  CHECK(to_string(Value(std::int64_t{-16})) == "-16");
  CHECK(to_string(Value(0.5)) == "0.5");
  CHECK(to_string(Value(2.0)) == "2.0");
  CHECK(to_string(Value(0.1)) == "0.1");
  CHECK(to_string(Value(1e300)) == "1e+300");
  CHECK(to_string(Value(-infinity)) == "-inf");
  CHECK(to_string(Value("z-order"s)) == "z-order");
}

TEST_CASE("reals are written so that they read back") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const double real = random_real(random);
    CHECK(std::strtod(to_string(Value(real)).c_str(), nullptr) == real);
    CHECK(std::get<double>(round_trip(real)) == real);
  }
}

TEST_CASE("values survive JSON with their kind") {
  const Value values[] = {true,
                          false,
                          std::int64_t{0},
                          std::numeric_limits<std::int64_t>::min(),
                          std::numeric_limits<std::int64_t>::max(),
                          1.0,
                          -0.5,
                          infinity,
                          -infinity,
                          "nan"s,
                          "inf"s,
                          ""s,
                          "tab\t\"quote\" \xc3\xa4"s};
  for (const auto& value : values) CHECK(round_trip(value) == value);
  CHECK(std::isnan(std::get<double>(round_trip(std::nan("")))));
}

TEST_CASE("JSON that is no value is refused") {
  for (const char* text :
       {"null", "[]", "[1]", "{}", "{\"a\": 1}", "{\"real\": \"much\"}", "9223372036854775808"}) {
    CHECK_THROWS_AS(value_from_json(nlohmann::json::parse(text)), Error);
  }
}

TEST_CASE("bindings keep their order through JSON") {
  const Bindings bindings = {{"z", std::int64_t{1}}, {"a", 2.0}, {"m", "text"s}, {"b", false}};
  CHECK(bindings_from_json(nlohmann::json::parse(to_json(bindings).dump())) == bindings);
  CHECK(bindings_from_json(to_json(Bindings{})).empty());
}

TEST_CASE("JSON that is no bindings is refused") {
  for (const char* text : {"1", "[1]", "[[\"a\"]]", "[[1, 2]]", "[[\"a\", null]]",
                           "[[\"a\", 1], [\"a\", 2]]", "{\"a\": 1}"}) {
    CHECK_THROWS_AS(bindings_from_json(nlohmann::json::parse(text)), Error);
  }
}

TEST_CASE("the canonical text forgets the order and nothing else") {
  const Bindings one = {{"b", std::int64_t{1}}, {"a", "x"s}};
  const Bindings other = {{"a", "x"s}, {"b", std::int64_t{1}}};
  CHECK(canonical_text(one) == R"({"a":"x","b":1})");
  CHECK(canonical_text(one) == canonical_text(other));
  CHECK(canonical_text({{"a", std::int64_t{1}}}) != canonical_text({{"a", 1.0}}));
  CHECK(canonical_text({{"a", std::int64_t{1}}}) != canonical_text({{"a", true}}));
  CHECK(canonical_text({{"a", "nan"s}}) != canonical_text({{"a", std::nan("")}}));
  CHECK(canonical_text({{"a", 0.0}}) == canonical_text({{"a", -0.0}}));
  CHECK(canonical_text({}) == "{}");
}

TEST_CASE("the canonical text reads back") {
  const Bindings bindings = {{"a", "x"s}, {"b", infinity}, {"c", 1.0}, {"d", std::int64_t{1}}};
  CHECK(bindings_from_text(canonical_text(bindings)) == bindings);
}

TEST_CASE("other texts are a usage error that shows what would be right") {
  for (const char* text :
       {"", "tile=32", "[]", "[[\"a\", 1]]", "{", "{\"a\": null}", "{\"a\": {}}"}) {
    try {
      (void)bindings_from_text(text);
      FAIL("accepted: " << text);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK_THAT(error.what(), contains("JSON object"));
    }
  }
  CHECK_THROWS_AS(canonical_text({{"a", "\xff"s}}), Error);
}

TEST_CASE("bindings are found by name and shown in one line") {
  const Bindings bindings = {{"tile", std::int64_t{32}}, {"order", "z-order"s}};
  CHECK(to_string(bindings) == "tile=32 order=z-order");
  CHECK(to_string(Bindings{}) == "(none)");
  REQUIRE(find(bindings, "order") != nullptr);
  CHECK(*find(bindings, "order") == Value("z-order"s));
  CHECK(find(bindings, "rank") == nullptr);
}

TEST_CASE("kinds have names") {
  CHECK(kind_name(Value(true)) == "a boolean"s);
  CHECK(kind_name(Value(std::int64_t{1})) == "an integer"s);
  CHECK(kind_name(Value(1.0)) == "a number"s);
  CHECK(kind_name(Value("a"s)) == "a text"s);
}
