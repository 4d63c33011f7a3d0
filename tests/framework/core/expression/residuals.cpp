#include "framework/core/expression/residuals.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/expression/random_expression.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using State = Residuals::State;

// An expression over the variables a, b, ... and a constant `big`, with its residuals.
struct Fixture {
  Fixture(const std::string& text, std::vector<std::vector<Value>> domains,
          std::optional<Residuals::Exemption> exemption = std::nullopt)
      : values(std::move(domains)),
        scalars(values.size()),
        expression(Expression::parse(text, names(values.size()))) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      for (const Value& value : values[v]) scalars[v].push_back(Scalar::of(value));
    }
    slots.resize(values.size());
    slots.push_back(Scalar::of(std::int64_t{1} << 62));
    residuals.emplace(expression, scalars, slots, exemption);
  }
  // Gives all variables the values of `domain`.
  Fixture(const std::string& text, const std::vector<Value>& domain, std::size_t variables)
      : Fixture(text, std::vector<std::vector<Value>>(variables, domain)) {}

  static std::vector<std::string> names(std::size_t variables) {
    std::vector<std::string> result;
    for (std::size_t v = 0; v < variables; ++v) {
      result.push_back(v < 26 ? std::string(1, static_cast<char>('a' + v)) : fmt::format("v{}", v));
    }
    result.emplace_back("big");
    return result;
  }

  // The final state by definition: the whole expression is evaluated with all variables bound.
  State by_definition(const std::vector<std::uint32_t>& indices, bool exempt = false) {
    for (std::size_t v = 0; v < indices.size(); ++v) slots[v] = scalars[v][indices[v]];
    try {
      return expression.holds(slots) || exempt ? Residuals::yes : Residuals::no;
    } catch (const Error&) {
      return Residuals::failed;
    }
  }

  // The state after the first variables have the values at `indices`.
  State after(const std::vector<std::uint32_t>& indices) {
    State state = residuals->start();
    for (std::size_t v = 0; v < indices.size(); ++v) state = residuals->bind(state, v, indices[v]);
    return state;
  }

  std::vector<std::vector<Value>> values;
  std::vector<std::vector<Scalar>> scalars;
  Expression expression;
  std::vector<Scalar> slots;
  std::optional<Residuals> residuals;
};

std::vector<Value> whole_numbers(std::int64_t first, std::int64_t last) {
  std::vector<Value> result;
  for (std::int64_t v = first; v <= last; ++v) result.emplace_back(v);
  return result;
}

// The states that are reachable after each number of variables, with all values of these tried.
std::vector<std::set<State>> states_by_layer(Fixture& fixture) {
  std::vector<std::set<State>> layers = {{fixture.residuals->start()}};
  for (std::size_t v = 0; v < fixture.values.size(); ++v) {
    std::set<State> next;
    for (const State state : layers.back()) {
      for (std::uint32_t index = 0; index < fixture.values[v].size(); ++index) {
        next.insert(fixture.residuals->bind(state, v, index));
      }
    }
    layers.push_back(std::move(next));
  }
  return layers;
}

std::size_t widest(const std::vector<std::set<State>>& layers) {
  std::size_t most = 0;
  for (const auto& layer : layers) most = std::max(most, layer.size());
  return most;
}

}  // namespace

TEST_CASE("residuals come to what the expression comes to, in any order of the variables") {
  std::mt19937 random(5);
  std::vector<std::size_t> met(3, 0);  // indexed by the final state
  for (int round = 0; round < 6000; ++round) {
    const std::size_t variables = 2 + random() % 3;
    const std::size_t texts = random() % 2;
    std::vector<std::vector<Value>> domains;
    for (std::size_t v = 0; v < variables; ++v) {
      domains.push_back(random_values(random, 1 + random() % 4, v + texts >= variables));
    }
    auto names = Fixture::names(variables);
    names.pop_back();
    const std::vector<std::string> text_names(names.end() - static_cast<std::ptrdiff_t>(texts),
                                              names.end());
    names.resize(variables - texts);
    RandomExpression expressions(random, names, text_names);
    const std::string text = expressions.logic(1 + static_cast<int>(random() % 3));
    std::optional<Residuals::Exemption> exemption;
    if (random() % 4 == 0) exemption = {random() % variables, 0};
    CAPTURE(text);
    Fixture fixture(text, domains, exemption);
    std::vector<std::size_t> order(variables);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::uint32_t> indices(variables, 0);
    for (bool more = true; more;) {
      std::shuffle(order.begin(), order.end(), random);
      State state = fixture.residuals->start();
      for (const std::size_t v : order) state = fixture.residuals->bind(state, v, indices[v]);
      const bool exempt = exemption && indices[exemption->variable] == exemption->index;
      const State expected = fixture.by_definition(indices, exempt);
      CAPTURE(indices);
      REQUIRE(state == expected);
      ++met[expected];
      more = false;
      for (std::size_t v = 0; v < variables && !more; ++v) {
        more = ++indices[v] < domains[v].size();
        if (!more) indices[v] = 0;
      }
    }
  }
  for (const std::size_t count : met) CHECK(count > 10'000);
}

TEST_CASE("what leaves the same of an expression leads to the same state") {
  // Each case has four variables, of which the first two are bound to a pair. The other two have
  // more combinations of values than are tabulated.
  using Pair = std::vector<std::uint32_t>;
  struct Case {
    const char* text;
    Pair one;
    Pair other;
    bool same;
  };
  const Case cases[] = {
      {"a + b + c + d == 20", {3, 4}, {5, 2}, true},
      {"a + b + c + d == 20", {3, 4}, {5, 3}, false},
      {"c + (d + a) - (3 - b) == 20", {3, 4}, {5, 2}, true},
      {"2 * (a + c) - 2 * b + d * 4 <= 20", {5, 2}, {8, 5}, true},
      {"a * b * c * d <= 100", {2, 6}, {3, 4}, true},
      {"d * (a * (c * b)) <= 100", {2, 6}, {3, 4}, true},
      {"a * b * c * d <= 100", {7, 8}, {9, 6}, true},  // 100 // 56 == 100 // 54
      {"a * b * c * d == 100", {7, 1}, {3, 1}, true},  // no value of c and d gives 100
      {"(a * c + b * c) * d <= 100", {1, 4}, {2, 3}, true},
      {"max(a, b, c) + d <= 12", {3, 7}, {7, 2}, true},
      {"max(a, b, c, d) <= 6", {3, 6}, {1, 2}, true},
      {"min(a, c, b, d) >= 2", {3, 6}, {9, 2}, true},
      {"min(a, c, b, d) >= 2 and a + b + c + d < 20", {3, 6}, {7, 2}, true},
      {"(c + a) % 4 == b + d", {1, 2}, {9, 2}, true},
      {"c + d == a or d + c == b", {3, 5}, {5, 3}, true},
      {"a > 3 and b > 3 and c + d > 5", {4, 9}, {9, 4}, true},
      {"a > 3 and (c > 2 or b > 8) and d > 2", {4, 1}, {9, 3}, true},
      {"not (a + b >= c + d)", {3, 4}, {5, 2}, true},
      {"(a if b > 3 else 1) + c + d == 9", {1, 4}, {7, 2}, true},
      {"a * b + c * d in [12, 20, 40]", {2, 6}, {3, 4}, true},
      {"a * b + c * d <= 36.5", {2, 6}, {3, 4}, true},
      {"(a + b) * 0.5 + c * d <= 36.5", {3, 4}, {5, 2}, true},       // the known terms are combined
      {"a * 0.5 + c * d + b * 0.5 <= 36.5", {3, 4}, {5, 2}, false},  // floating-point terms stay
      {"(c * d + a) // b < 9", {6, 4}, {6, 5}, false},
  };
  for (const auto& [text, one, other, same] : cases) {
    CAPTURE(text);
    const auto digits = whole_numbers(0, 9);
    Fixture fixture(text, {digits, digits, whole_numbers(0, 99), whole_numbers(0, 99)});
    CHECK((fixture.after(one) == fixture.after(other)) == same);
  }
}

TEST_CASE("with few combinations left, the state tells what the results are, and nothing else") {
  // Expressions that always have a value, over five variables. The first two are bound to all pairs
  // of their values.
  for (const char* text :
       {"(a * c + 2 * d) * (b * e + 2 * d) <= 60", "(a * c + b * d) % 6 == e",
        "a * 0.5 + c * d + b * 0.5 <= 9.5", "(a + c) // (b + d) == e // 2",
        "c / (a + d) + e * b > 7.25", "a == b or c * d > 4 * a + b * e", "(c % a + d) ** 2 < b * e",
        "max(a * c, b * d) - min(c, e) >= 4", "(c if a > b else d * 0.5) <= e"}) {
    CAPTURE(text);
    Fixture fixture(text, whole_numbers(1, 5), 5);
    std::map<std::vector<State>, State> states;  // by the results for all values of c, d and e
    std::set<State> seen;
    for (std::uint32_t pair = 0; pair < 25; ++pair) {
      std::vector<State> results;
      for (std::uint32_t k = 0; k < 125; ++k) {
        results.push_back(fixture.by_definition({pair / 5, pair % 5, k / 25, k / 5 % 5, k % 5}));
      }
      const State state = fixture.after({pair / 5, pair % 5});
      CHECK(states.try_emplace(results, state).first->second == state);
      seen.insert(state);
    }
    CHECK(seen.size() == states.size());
    CHECK(seen.size() > 1);
  }
}

TEST_CASE("bounds decide before everything is known") {
  const auto digits = whole_numbers(0, 9);
  const std::pair<const char*, State> cases[] = {
      {"a + b + c > 27", Residuals::no},
      {"a + b + c <= 26", Residuals::no + 3},
      {"a * b - c >= -9", Residuals::yes},
      {"abs(a - b) + c > 18", Residuals::no},
      {"max(a, b, c) == 10", Residuals::no},
      {"a % 4 + b % 3 + c < 15", Residuals::yes},
      {"a // 2 + ceil_div(b, 3) + c <= 16", Residuals::yes},
      {"2 * a + 4 * b + 6 * c == 15", Residuals::no},
      {"a + b + c < 27.5 and c >= -0.5", Residuals::yes},
      {"(a if b > 3 else c) <= 9", Residuals::yes},
      // Bounds decide nothing where the evaluation may fail.
      {"a + b + c // a > 100", Residuals::no + 3},
      {"c // a == 1 and a > 10", Residuals::no + 3},
      {"a > 10 and c // a == 1", Residuals::no},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const Fixture fixture(text, digits, 3);
    const State state = fixture.residuals->start();
    CHECK((expected > Residuals::failed ? state > Residuals::failed : state == expected));
  }
  Fixture sum("a + b + c + d == 20", digits, 4);
  CHECK(sum.after({1, 0}) == Residuals::no);
  CHECK(sum.after({1, 1}) > Residuals::failed);
  Fixture division("a // b + c * d == 200", digits, 4);
  CHECK(division.after({1}) > Residuals::failed);
  CHECK(division.after({1, 0}) == Residuals::failed);
  CHECK(division.after({1, 1}) == Residuals::no);
}

TEST_CASE("what cannot be evaluated stays so, whatever else is known") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Value> values = {most, -most, std::int64_t{1}, std::int64_t{0}};
  for (const char* text :
       {// Integer terms are not reordered where one of the orders overflows.
        "a + b - c > 0", "a - c + b > 0", "a * b * c == 0", "a * c * b == 0", "-a - b + c <= a",
        "a * 3 - a * 3 == 0", "a - b < c", "a < b - c",
        // A term that has no value is not taken for zero.
        "a // b - a // b == 0", "0 * (a // b) <= c", "(a % b - a % b) * c == 0", "(a // b) in []",
        "not (c % (a % b) in [])", "4 * (a % b % 4) == 2", "(c if a // b == 1 else c) == 1",
        "min(a % b % 3, c) <= -5", "max(a // b, 0) < 0",
        // A term that has no value is not evaluated where `and` or `or` has decided before it.
        "a % b == 0 and c == 5", "c == 1 and a % b == 0 and a // c == 1 and a == 1",
        "c != 1 or not (a // b == 1 or a // c == 1)"}) {
    CAPTURE(text);
    Fixture fixture(text, values, 3);
    for (std::uint32_t k = 0; k < 64; ++k) {
      const std::vector<std::uint32_t> indices = {k / 16, k / 4 % 4, k % 4};
      State backwards = fixture.residuals->start();
      for (std::size_t v = 3; v-- > 0;) {
        backwards = fixture.residuals->bind(backwards, v, indices[v]);
      }
      const State expected = fixture.by_definition(indices);
      CHECK(fixture.after(indices) == expected);
      CHECK(backwards == expected);
    }
  }
}

TEST_CASE("a conjunction falls into parts, of which the last may have no value") {
  const auto variables_of = [](const char* text) {
    Fixture fixture(text, whole_numbers(0, 3), 5);
    std::set<std::vector<std::size_t>> result;
    for (const auto& part : fixture.residuals->parts()) result.insert(part.variables);
    return result;
  };
  using Parts = std::set<std::vector<std::size_t>>;
  CHECK(variables_of("a + b < 3 and (c < d and a != e)") == Parts{{0, 1}, {2, 3}, {0, 4}});
  CHECK(variables_of("max(a, b, c) < 2") == Parts{{0}, {1}, {2}});
  CHECK(variables_of("not (a + b > 3 or c == d)") == Parts{{0, 1}, {2, 3}});
  CHECK(variables_of("a != b and a % c == 1 and d < e") == Parts{{0, 1}, {0, 2, 3, 4}});
  CHECK(variables_of("a + b < 3 or c < d") == Parts{{0, 1, 2, 3}});
  CHECK(variables_of("a + b < 100") == Parts{{}});

  Fixture fixture("a != b and a % c == 1 and d < e", whole_numbers(0, 3), 5);
  const auto parts = fixture.residuals->parts();
  REQUIRE(parts.size() == 2);
  CHECK(fixture.residuals->finish(parts[0], std::vector<std::uint32_t>{1, 1}) == Residuals::no);
  CHECK(fixture.residuals->finish(parts[0], std::vector<std::uint32_t>{1, 0}) == Residuals::yes);
  const auto last = [&](std::vector<std::uint32_t> indices) {
    return fixture.residuals->finish(parts[1], indices);
  };
  CHECK(last({1, 0, 0, 1}) == Residuals::failed);
  CHECK(last({1, 2, 0, 1}) == Residuals::yes);
  CHECK(last({1, 2, 1, 1}) == Residuals::no);
}

TEST_CASE("variables may be many") {
  Fixture fixture("a + v64 + v65 == 6 and b != v65", whole_numbers(0, 9), 66);
  auto& residuals = *fixture.residuals;
  const State one = residuals.bind(residuals.bind(residuals.start(), 0, 1), 1, 4);
  CHECK(one > Residuals::failed);
  CHECK(residuals.bind(residuals.bind(one, 64, 2), 65, 3) == Residuals::yes);
  CHECK(residuals.bind(residuals.bind(one, 64, 1), 65, 4) == Residuals::no);
  const State other = residuals.bind(residuals.bind(residuals.start(), 65, 3), 64, 2);
  CHECK(residuals.bind(residuals.bind(other, 0, 1), 1, 4) == Residuals::yes);
  CHECK(residuals.bind(residuals.bind(other, 0, 1), 1, 3) == Residuals::no);
  Fixture two("a + v64 == 6", whole_numbers(0, 9), 65);
  CHECK(two.residuals->bind(two.residuals->bind(two.residuals->start(), 0, 2), 64, 4) ==
        Residuals::yes);
}

TEST_CASE("wide constraints have few states") {
  const auto digits = whole_numbers(0, 9);
  Fixture sum("a + b + c + d + e + f + g + h + i + j + k + l == 20", digits, 12);
  CHECK(widest(states_by_layer(sum)) <= 22);  // the remainders of 20, and "no"
  CHECK(sum.residuals->nodes() < 1000);

  const std::vector<Value> powers = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4},
                                     std::int64_t{8}, std::int64_t{16}};
  Fixture product("a * b * c * d * e * f * g * h <= 1024", powers, 8);
  CHECK(widest(states_by_layer(product)) <= 12);  // the powers of two up to 1024, and "no"

  Fixture least("min(a, b, c, d, e, f, g) >= 2 and a + b + c + d + e + f + g + h < 30", digits, 8);
  CHECK(widest(states_by_layer(least)) <= 31);

  Fixture remainder("(a * b + c * d + e * f + g * h) % 8 == 3", digits, 8);
  CHECK(widest(states_by_layer(remainder)) <= 8 * 8);  // a remainder modulo 8 and a factor
}
