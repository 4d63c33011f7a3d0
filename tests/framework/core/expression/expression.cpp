#include "framework/core/expression/expression.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>

#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

const Bindings names = {{"a", std::int64_t{7}},
                        {"b", std::int64_t{-2}},
                        {"zero", std::int64_t{0}},
                        {"x", 2.5},
                        {"on", true},
                        {"off", false},
                        {"order", "z-order"s},
                        {"max_threads", 1024.0},
                        {"big", std::numeric_limits<std::int64_t>::max()}};

std::vector<std::string> known_names() {
  std::vector<std::string> result;
  for (const auto& [name, value] : names) result.push_back(name);
  return result;
}

Value value_of(const std::string& text) {
  std::vector<Scalar> slots;
  for (const auto& [name, value] : names) slots.push_back(Scalar::of(value));
  const auto expression = Expression::parse(text, known_names());
  const Scalar scalar = expression.evaluate(slots);
  switch (scalar.kind) {
    case Scalar::Kind::boolean:
      return scalar.integer != 0;
    case Scalar::Kind::integer:
      return scalar.integer;
    case Scalar::Kind::real:
      return scalar.real;
    default:
      return *scalar.text;
  }
}

std::string failure_of(const std::string& text) {
  try {
    (void)value_of(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "no failure";
}

struct Case {
  const char* text;
  Value value;
};

Value whole(std::int64_t value) { return value; }

}  // namespace

TEST_CASE("expressions have the values that arithmetic and Python give them") {
  const Case cases[] = {
      {"1 + 2 * 3", whole(7)},
      {"(1 + 2) * 3", whole(9)},
      {"10 - 4 - 3", whole(3)},
      {"2 - -3", whole(5)},
      {"--3", whole(3)},
      {"-a % 4", whole(1)},
      {"a // b", whole(-4)},
      {"a % b", whole(-1)},
      {"-a // b", whole(3)},
      {"-a % b", whole(-1)},
      {"8 / 2", 4.0},
      {"a / 2", 3.5},
      {"a / 2 * 2", 7.0},
      {"x // 1", 2.0},
      {"-x % 2", 1.5},
      {"1e3", 1000.0},
      {".5 + .25", 0.75},
      {"on + on", whole(2)},
      {"min(3, a, -1)", whole(-1)},
      {"max(3, x)", 3.0},
      {"max(a)", whole(7)},
      {"abs(b)", whole(2)},
      {"abs(-x)", 2.5},
      {"ceil_div(7, 2)", whole(4)},
      {"ceil_div(-7, 2)", whole(-3)},
      {"ceil_div(8, 2)", whole(4)},
      {"ceil_div(7.5, 2)", 4.0},
      {"log2(8)", 3.0},
      {"is_power_of_two(64)", true},
      {"is_power_of_two(0)", false},
      {"is_power_of_two(-8)", false},
      {"is_power_of_two(max_threads)", true},
      {"is_power_of_two(1000.0)", false},
      {"is_power_of_two(0.5)", false},
      {"a == 7", true},
      {"a == 7.0", true},
      {"a != 7", false},
      {"x <= 2.5 and x >= 2.5", true},
      {"a > 7 or a < 7", false},
      {"order == 'z-order'", true},
      {"order != \"z-order\"", false},
      {"order in ['none', 'z-order']", true},
      {"order not in ['none', 'z-order']", false},
      {"a in [1, 7, 9]", true},
      {"a in [x, 7.0]", true},
      {"a in []", false},
      {"not a in [1]", true},
      {"on and not off", true},
      {"on && !off || off", true},
      {"!off == on", true},
      {"not off == on", true},
      {"off or off and on", false},
      {"3 and 5", true},
      {"zero or off", false},
      {"1 if on else 2", whole(1)},
      {"1 if off else 2", whole(2)},
      {"1 if off else 2 if off else 3", whole(3)},
      {"(1 if off else 2) * 10", whole(20)},
      {"5 + (a if a > 3 and on else b) * 2", whole(19)},
      {"'yes' if on else 'no'", "yes"s},
      {"True == true and False == false", true},
      {"2 ** 10", whole(1024)},
      {"2 ** 3 ** 2", whole(512)},
      {"-2 ** 2", whole(-4)},
      {"(-2) ** 3", whole(-8)},
      {"2.0 ** -1", 0.5},
      {"x ** 2", 6.25},
      {"zero ** 0", whole(1)},
      {"(-1) ** big", whole(-1)},
      {"2 ** 62 - 1 + 2 ** 62", whole(std::numeric_limits<std::int64_t>::max())},
      {"a & 3", whole(3)},
      {"a | 8", whole(15)},
      {"a ^ 2", whole(5)},
      {"b & 255", whole(254)},
      {"1 << 4 + 1", whole(32)},
      {"b >> 1", whole(-1)},
      {"b >> 100", whole(-1)},
      {"a >> 100", whole(0)},
      {"0 << 100", whole(0)},
      {"1 | 2 ^ 3 & 5 << 1", whole(1 | (2 ^ (3 & (5 << 1))))},
      {"(a == 7) & (b < 0)", whole(1)},
      {"(a == 8) | off", whole(0)},
      {"1 < a < 9", true},
      {"1 < a < 7", false},
      {"9 > a > b < zero", true},
      {"a == 7 == 7.0 != 8", true},
      {"1 < (2 if on else 0) <= 2 and on", true},
      {"3 < 2 < 1 // zero", false},
      {"a in (1, 7, 9)", true},
      {"a in (7,)", true},
      {"a not in {1, 2}", true},
      {"a in ()", false},
      {"a in [7 | 8, 7 & 7]", true},
  };
  for (const auto& [text, value] : cases) {
    CAPTURE(text);
    CHECK(value_of(text) == value);
  }
}

TEST_CASE("what is not needed is not evaluated") {
  CHECK(value_of("off and 1 // zero == 1") == Value(false));
  CHECK(value_of("on or 1 // zero == 1") == Value(true));
  CHECK(value_of("1 if on else 1 // zero") == whole(1));
  CHECK(value_of("1 // zero if off else 2") == whole(2));
  CHECK(value_of("zero != 0 and a % zero == 0 or on") == Value(true));
  CHECK(value_of("7 in [7, 1 // zero]") == Value(true));
}

TEST_CASE("errors show the place") {
  CHECK(failure_of("a * max_thread <= 3") ==
        "there is no name 'max_thread' here; did you mean 'max_threads'?\n"
        "  a * max_thread <= 3\n"
        "      ^");
  CHECK(failure_of("a + 8 // (b + 2)") ==
        "division by zero\n"
        "  a + 8 // (b + 2)\n"
        "        ^");
  CHECK_THAT(failure_of("'\xc3\xa4' == qqq"),
             contains("\n         ^"));  // the position counts letters, not bytes
}

TEST_CASE("every way to be wrong has its message") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "a value is expected"},
      {"1 +", "a value is expected"},
      {"and", "a value is expected"},
      {"(1", "')' is expected"},
      {"1)", "nothing more"},
      {"1 2", "nothing more"},
      {"a = 7", "did you mean '=='?"},
      {"a @ b", "is not expected here"},
      {"'open", "no closing quote"},
      {"2x", "no name may follow"},
      {"0x10", "no name may follow"},
      {"1 < a <", "a value is expected"},
      {"a < 1 in [1]", "nothing more"},
      {"2 ** -1", "exponent is negative"},
      {"2 ** 63", "64 bits"},
      {"zero ** -x", "no real number"},
      {"(0 - x) ** 0.5", "no real number"},
      {"1 << 63", "64 bits"},
      {"b << 63", "64 bits"},
      {"1 << b", "less than 0"},
      {"1 >> b", "less than 0"},
      {"x & 1", "whole numbers"},
      {"1 << x", "whole numbers"},
      {"order | 1", "this is a text"},
      {"a in (3", "')' is expected"},
      {"a in {3]", "'}' is expected"},
      {"1 if on", "'else' is missing"},
      {"a not 3", "'in' must follow 'not'"},
      {"a in 3", "'[' is expected"},
      {"a in [3", "']' is expected"},
      {"99999999999999999999", "64 bits"},
      {"1e999", "too large"},
      {"mni(1, 2)", "did you mean 'min'?"},
      {"min()", "takes one argument or more, not 0"},
      {"log2(1, 2)", "takes one argument, not 2"},
      {"ceil_div(1)", "takes two arguments, not 1"},
      {"a % zero", "division by zero"},
      {"a / zero", "division by zero"},
      {"x / 0", "division by zero"},
      {"ceil_div(a, zero)", "division by zero"},
      {"big + 1", "64 bits"},
      {"big * 2", "64 bits"},
      {"-big - 2", "64 bits"},
      {"-(-big - 1)", "64 bits"},
      {"abs(-big - 1)", "64 bits"},
      {"(-big - 1) // -1", "64 bits"},
      {"log2(zero)", "log2 takes a number above 0"},
      {"order + 1", "this is a text"},
      {"order < 'a'", "this is a text"},
      {"-order", "this is a text"},
      {"order and on", "this is a text"},
      {"not order", "this is a text"},
      {"order == 1", "compared with a number"},
      {"a in ['x']", "compared with a number"},
      {"1 if order else 2", "is a text"},
  };
  for (const auto& [text, message] : cases) {
    CAPTURE(text);
    CHECK_THAT(failure_of(text), contains(message));
  }
  CHECK(value_of("(-big - 1) % -1") == whole(0));
}

TEST_CASE("a constraint that is a text is an error, not true") {
  std::vector<Scalar> none;
  CHECK_THROWS_AS(Expression::parse("'x'", {}).holds(none), Error);
  CHECK(Expression::parse("0.5", {}).holds(none));
  CHECK_FALSE(Expression::parse("0", {}).holds(none));
}

TEST_CASE("an expression knows the names it reads") {
  CHECK(Expression::parse("x * a + a", known_names()).slots() == std::vector<std::size_t>{0, 3});
  CHECK(Expression::parse("1", known_names()).slots().empty());
}

TEST_CASE("deep and long texts do no harm") {
  CHECK_THAT(failure_of(std::string(100000, '(')), contains("nested too deeply"));
  CHECK_THAT(failure_of(std::string(100000, '-')), contains("nested too deeply"));
  CHECK_THAT(failure_of(std::string(100000, '!')), contains("nested too deeply"));
  std::string sum = "1";
  std::string nested = "1";
  for (int k = 0; k < 100; ++k) nested = "1 + (" + nested + ")";
  for (int k = 0; k < 5000; ++k) sum += " + 1";
  CHECK(value_of(sum) == whole(5001));
  CHECK(value_of(nested) == whole(101));
  for (int k = 0; k < 500000; ++k) sum += " + 1";
  const std::string too_long = failure_of(sum);
  CHECK_THAT(too_long, contains("too long") && contains("..."));
  CHECK(too_long.size() < 1000);
  std::string list = "1 in [2";
  for (int k = 0; k < 100000; ++k) list += ",3";
  CHECK_THAT(failure_of(list + "]"), contains("too long"));
  // The excerpt of a long line shows the place of the mistake.
  const std::string line = failure_of(std::string(5000, ' ') + "1 + @ + " + std::string(5000, '2'));
  CHECK_THAT(line, contains("1 + @ + 22") && contains("...") && contains("^"));
  CHECK(line.size() < 1000);
  const std::string name = failure_of(std::string(440000, 'b'));
  CHECK_THAT(name, contains("there is no name"));
  CHECK(name.size() < 1000);
}

namespace {

// A random expression over `a`, `b`, `zero` and its value as computed here; no value where the
// expression divides by zero. Numbers stay small, so nothing overflows.
struct TextWithValue {
  std::string text;
  std::optional<std::int64_t> value;
};

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(a) / static_cast<double>(b)));
}

TextWithValue random_expression(std::mt19937& random, int depth) {
  if (depth == 0 || random() % 5 == 0) {
    const std::int64_t literal = random() % 5;
    const TextWithValue leaves[] = {
        {"a", 7}, {"b", -2}, {"zero", 0}, {std::to_string(literal), literal}};
    return leaves[random() % 4];
  }
  const auto l = random_expression(random, depth - 1);
  const auto r = random_expression(random, depth - 1);
  const auto c = random_expression(random, depth - 1);
  const auto both =
      [&](const std::function<std::optional<std::int64_t>(std::int64_t, std::int64_t)>& f)
      -> std::optional<std::int64_t> {
    return l.value && r.value ? f(*l.value, *r.value) : std::nullopt;
  };
  switch (random() % 9) {
    case 0:
      return {"(" + l.text + "+" + r.text + ")", both([](auto a, auto b) { return a + b; })};
    case 1:
      return {"(" + l.text + " - (" + r.text + "))", both([](auto a, auto b) { return a - b; })};
    case 2:  // kept small by the remainder
      return {"(((" + l.text + ")*(" + r.text + ")) % 1000)",
              both([&](auto a, auto b) { return a * b - 1000 * floor_quotient(a * b, 1000); })};
    case 3:
      return {"((" + l.text + ") // (" + r.text + "))",
              both([](auto a, auto b) -> std::optional<std::int64_t> {
                if (b == 0) return std::nullopt;
                return floor_quotient(a, b);
              })};
    case 4:
      return {"((" + l.text + ") % (" + r.text + "))",
              both([](auto a, auto b) -> std::optional<std::int64_t> {
                if (b == 0) return std::nullopt;
                return a - b * floor_quotient(a, b);
              })};
    case 5:
      return {"(" + l.text + " < " + r.text + ")", both([](auto a, auto b) { return a < b; })};
    case 6: {
      TextWithValue result{"(" + l.text + " and " + r.text + ")", std::nullopt};
      if (l.value && *l.value == 0) result.value = 0;
      if (l.value && *l.value != 0 && r.value) result.value = *r.value != 0;
      return result;
    }
    case 7: {
      TextWithValue result{"(" + l.text + " or " + r.text + ")", std::nullopt};
      if (l.value && *l.value != 0) result.value = 1;
      if (l.value && *l.value == 0 && r.value) result.value = *r.value != 0;
      return result;
    }
    default: {
      TextWithValue result{"(" + l.text + " if " + c.text + " else " + r.text + ")", {}};
      if (c.value) result.value = *c.value != 0 ? l.value : r.value;
      return result;
    }
  }
}

}  // namespace

TEST_CASE("names can be collected before it is known which there are") {
  std::vector<std::string> found = {"seconds"};
  const auto expression = Expression::parse_collecting("2 * m / seconds + m", found);
  REQUIRE(found == std::vector<std::string>{"seconds", "m"});
  const std::vector<Scalar> slots = {Scalar::of(4.0), Scalar::of(std::int64_t{6})};
  CHECK(expression.evaluate(slots).real == 9);
  CHECK_THROWS_AS(Expression::parse_collecting("2 * (m", found), Error);
  CHECK_THROWS_WITH(Expression::parse_collecting("sine(m)", found), contains("no function"));
}

TEST_CASE("random expressions agree with a direct computation") {
  std::mt19937 random(3);
  int with_value = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto expected = random_expression(random, 4);
    CAPTURE(expected.text);
    if (!expected.value) {
      CHECK_THAT(failure_of(expected.text), contains("division by zero"));
      continue;
    }
    ++with_value;
    const Value value = value_of(expected.text);
    const auto* boolean = std::get_if<bool>(&value);
    CHECK((boolean != nullptr ? *boolean : std::get<std::int64_t>(value)) == *expected.value);
  }
  CHECK(with_value > 1000);
}

TEST_CASE("random texts never do worse than a usage error") {
  const std::string pieces[] = {"a",   "b",  "1",  "2.5",  "'t'", "+", "-",  "*",  "/",   "//",
                                "%",   "(",  ")",  "[",    "]",   ",", "<",  "==", "and", "or",
                                "not", "in", "if", "else", "min", "!", "&&", " "};
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto k = random() % 10; k > 0; --k) text += pieces[random() % std::size(pieces)] + " ";
    CHECK_NOTHROW(failure_of(text));  // every exception but Error fails the check
  }
}

TEST_CASE("names may stand for any slots, and an expression may count only where one has a value") {
  const auto own = Expression::parse("10 // b > a", {"a", "b"}, std::vector<std::size_t>{3, 1});
  CHECK(own.slots() == std::vector<std::size_t>{1, 3});
  const std::string chosen = "x";
  const std::string other = "y";
  const auto holds = [&](const Expression& expression, const std::string& choice, std::int64_t a,
                         std::int64_t b) {
    return expression.holds(
        std::vector<Scalar>{Scalar::of(choice), Scalar::of(b), Scalar::of(false), Scalar::of(a)});
  };
  for (const bool otherwise : {false, true}) {
    const auto guarded = own.only_where(0, chosen, otherwise);
    CHECK(guarded.slots() == std::vector<std::size_t>{0, 1, 3});
    CHECK(holds(guarded, chosen, 4, 2));
    CHECK_FALSE(holds(guarded, chosen, 5, 2));
    CHECK(holds(guarded, other, 4, 0) == otherwise);  // a division by zero that does not happen
    CHECK_THROWS_WITH(holds(guarded, chosen, 4, 0), contains("\n  10 // b > a\n"));
  }
}

TEST_CASE("a guarded expression is what its text would be, jumps within it included") {
  const std::vector<std::string> slot_names = {"c", "a", "b"};
  for (const std::string text :
       {"a", "a if b else 3", "a in [1, b] or b > 2", "a == 1 and b == 2"}) {
    CAPTURE(text);
    const auto own = Expression::parse(text, slot_names);
    for (std::int64_t code = 0; code < 36; ++code) {
      const std::vector<Scalar> slots = {Scalar::of(code % 2), Scalar::of(code / 2 % 4),
                                         Scalar::of(code / 8)};
      const auto written = [&](const std::string& guard) {
        return Expression::parse(guard + " (" + text + ")", slot_names).holds(slots);
      };
      CHECK(own.only_where(0, std::int64_t{1}, false).holds(slots) == written("c == 1 and"));
      CHECK(own.only_where(0, std::int64_t{1}, true).holds(slots) == written("c != 1 or"));
    }
  }
}
