// Search spaces whose constraints tie more parameters together than a table holds.
#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/space/parameter_values.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/core/space/space.hpp"
#include "tests/catch.hpp"
#include "tests/framework/core/expression/random_expression.hpp"
#include "tests/framework/core/space/failure.hpp"
#include "tests/framework/core/space/random_space.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using Indices = std::vector<std::uint32_t>;

std::vector<Parameter> twelve_digits() {
  std::vector<Parameter> parameters;
  for (char name = 'a'; name <= 'l'; ++name) {
    parameters.push_back(parameter(std::string(1, name), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
  return parameters;
}

// The number of ways to get each sum with `digits` digits, computed by adding one digit at a time.
std::vector<std::uint64_t> ways_by_sum(std::size_t digits) {
  std::vector<std::uint64_t> ways = {1};
  for (std::size_t k = 0; k < digits; ++k) {
    std::vector<std::uint64_t> next(ways.size() + 9, 0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
      for (std::size_t digit = 0; digit < 10; ++digit) next[sum + digit] += ways[sum];
    }
    ways = std::move(next);
  }
  return ways;
}

// Calls visit(indices) for all combinations of values.
template <class Visit>
void for_all(const std::vector<Parameter>& parameters, const Visit& visit) {
  Indices indices(parameters.size(), 0);
  for (bool more = true; more;) {
    visit(indices);
    more = false;
    for (std::size_t k = 0; k < indices.size() && !more; ++k) {
      more = ++indices[k] < parameters[k].values.size();
      if (!more) indices[k] = 0;
    }
  }
}

// The configurations of a space by definition.
struct Definition {
  std::set<Indices> admitted;  // by all expressions that can be evaluated
  bool failing = false;        // an expression cannot be evaluated for an admitted one
};

Definition by_definition(const std::vector<Parameter>& parameters,
                         const std::vector<Constraint>& constraints, const Value& big) {
  std::vector<std::string> names;
  for (const auto& p : parameters) names.push_back(p.name);
  names.emplace_back("big");
  std::vector<Expression> expressions;
  std::vector<std::size_t> conditional;  // a condition's parameter; past the last for a constraint
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (parameters[k].condition.empty()) continue;
    expressions.push_back(Expression::parse(parameters[k].condition, names));
    conditional.push_back(k);
  }
  for (const auto& constraint : constraints) {
    expressions.push_back(Expression::parse(constraint.expression, names));
    conditional.push_back(parameters.size());
  }
  Definition result;
  std::vector<Scalar> slots(parameters.size());
  slots.push_back(Scalar::of(big));
  for_all(parameters, [&](const Indices& indices) {
    for (std::size_t k = 0; k < indices.size(); ++k) {
      slots[k] = Scalar::of(parameters[k].values[indices[k]]);
    }
    bool fails = false;
    for (std::size_t e = 0; e < expressions.size(); ++e) {
      const std::size_t p = conditional[e];
      try {
        if (expressions[e].holds(slots)) continue;
        const bool at_default = p < parameters.size() &&
                                parameters[p].values[indices[p]] == parameters[p].default_value;
        if (!at_default) return;
      } catch (const Error&) {
        fails = true;
      }
    }
    result.failing |= fails;
    result.admitted.insert(indices);
  });
  return result;
}

}  // namespace

TEST_CASE("a sum over twelve parameters is counted and sampled exactly") {
  const SearchSpace space(twelve_digits(),
                          {{"a + b + c + d + e + f + g + h + i + j + k + l == 20", ""}}, {});
  CHECK(space.product_size() == Approx(1e12));
  CHECK(space.size() == ways_by_sum(12)[20]);
  std::mt19937_64 random(3);
  std::uniform_int_distribution<std::uint64_t> number(0, space.size() - 1);
  std::set<Indices> seen;
  std::set<std::uint64_t> numbers;
  std::array<std::array<std::uint64_t, 10>, 12> values{};
  constexpr std::size_t draws = 20'000;
  for (std::size_t k = 0; k < draws; ++k) {
    const std::uint64_t drawn = number(random);
    const auto assignment = space.assignment(drawn);
    CHECK(std::accumulate(assignment.begin(), assignment.end(), 0U) == 20);
    CHECK(space.number_of(assignment) == drawn);
    seen.insert(assignment);
    numbers.insert(drawn);
    for (std::size_t p = 0; p < 12; ++p) ++values[p][assignment[p]];
  }
  CHECK(seen.size() == numbers.size());
  // The share of a value of one parameter is the number of ways in which the eleven others make up
  // the rest of the sum.
  const auto rest = ways_by_sum(11);
  for (const auto& counts : values) {
    for (std::size_t digit = 0; digit < 10; ++digit) {
      const double share =
          static_cast<double>(rest[20 - digit]) / static_cast<double>(space.size());
      const double deviation = std::sqrt(draws * share * (1 - share));
      CHECK(std::abs(static_cast<double>(counts[digit]) - draws * share) < 5 * deviation + 1);
    }
  }
  auto off = space.assignment(0);
  off[0] = off[0] == 0 ? 1 : 0;
  CHECK_FALSE(space.number_of(off));
}

TEST_CASE("the graphs of wide constraints are small") {
  const auto edges = [](std::vector<Parameter> parameters, const char* text) {
    const ParameterValues values(std::move(parameters));
    SpaceRequirements requirements(values, {{text, ""}}, {{"shared_bytes", whole(49152)}});
    return requirements.graph().edge_count();
  };
  // No layer has more nodes than there are sums up to 20, each with ten edges at most.
  CHECK(edges(twelve_digits(), "a + b + c + d + e + f + g + h + i + j + k + l == 20") <=
        12 * 21 * 10);
  CHECK(edges(twelve_digits(), "min(a, b, c, d, e, f, g) >= 2 and a+b+c+d+e+f+g+h < 30") <=
        8 * 30 * 10 + 4 * 10);
  std::vector<Parameter> tiles;
  for (char name = 'a'; name <= 'h'; ++name) {
    tiles.push_back(parameter(std::string(1, name), {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}));
  }
  CHECK(edges(tiles, "a * b * c * d * e * f * g * h <= 1024") < 5'000);
  CHECK(edges(tiles, "(a * b + c * d) * e * 4 <= shared_bytes") < 10'000);
}

TEST_CASE("the space of hotspot has as many configurations as others count") {
  // The kernel and its parameters are those of BAT, the Benchmark suite for AutoTuners (Torring et
  // al. 2023), which gives 22,200,000 and 349,853 configurations.
  const auto range = [](std::int64_t step, std::int64_t last) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = step; value <= last; value += step) values.push_back(value);
    return values;
  };
  std::vector<std::int64_t> widths = range(32, 1024);
  widths.insert(widths.begin(), {1, 2, 4, 8, 16});
  const std::vector<Parameter> parameters = {
      parameter("x", widths),       parameter("y", {1, 2, 4, 8, 16, 32}),
      parameter("m", range(1, 10)), parameter("n", range(1, 10)),
      parameter("t", range(1, 10)), parameter("unroll", range(1, 10)),
      parameter("power", {0, 1}),   parameter("blocks", {0, 1, 2, 3, 4})};
  const std::string shared = "(x * m + t * 2) * (y * n + t * 2) * (2 + power) * 4";
  const auto size_within = [&](const std::string& block, const std::string& multiprocessor) {
    const SearchSpace space(parameters,
                            {{"x * y >= 32 and x * y <= 1024", ""},
                             {"t % unroll == 0", ""},
                             {shared + block, ""},
                             {"blocks == 0 or " + shared + " * blocks" + multiprocessor, ""}},
                            {});
    CHECK(space.product_size() == Approx(22.2e6));
    return space.size();
  };
  CHECK(size_within(" <= 49152", " <= 102400") == 349853);
  CHECK(size_within(" / 1024 <= 48", " / 1024.0 <= 100") == 349853);
  CHECK(size_within(" // 4 <= 12288", " * 0.5 < 51200.25") == 349853);
}

TEST_CASE("a wide constraint does not keep narrow ones from keeping the graph small") {
  std::vector<Constraint> constraints = {
      {"a + b + c + d + e + f + g + h + i + j + k + l == 54", ""}};
  // Pairs of parameters that are tied together by the sum alone and lie far apart in the order.
  for (const char* text : {"(a + g) % 3 == 0", "(b + h) % 3 == 0", "(c + i) % 3 == 0",
                           "(d + j) % 3 == 0", "(e + k) % 3 == 0", "(f + l) % 3 == 0"}) {
    constraints.push_back({text, ""});
  }
  const ParameterValues values(twelve_digits());
  SpaceRequirements requirements(values, constraints, {});
  // The bound counts, for each of six pairs, the nodes for every sum, half of which also hold the
  // value of one parameter.
  CHECK(requirements.graph().edge_count() <= 6 * (55 * 10 + 55 * 10 * 4));
}

TEST_CASE("a wide constraint without value is an error only where the others let it happen") {
  const std::vector<Parameter> parameters = {
      parameter("a", {4, 6, 8, 9}),       parameter("b", {0, 2, 3, 5}),
      parameter("c", {1, 2, 3, 4, 5, 6}), parameter("d", {1, 2, 3, 4, 5, 6}),
      parameter("e", {1, 2, 3, 4, 5, 6}), parameter("f", {1, 2, 3})};
  const Constraint wide{"a % b + c + d + e * f == 12", "it is so"};
  CHECK_THAT(failure(parameters, {wide}),
             contains("the constraint 'a % b + c + d + e * f == 12' (it is so) cannot be evaluated "
                      "for a=") &&
                 contains(" b=0 ") && contains(": division by zero\n  a % b + c"));
  const SearchSpace space(parameters, {wide, {"b != 0", ""}}, {});
  CHECK(space.size() == SearchSpace(parameters, {{"b != 0", ""}, wide}, {}).size());
  CHECK_THAT(space.why_excluded({{"a", whole(4)},
                                 {"b", whole(2)},
                                 {"c", whole(1)},
                                 {"d", whole(1)},
                                 {"e", whole(1)},
                                 {"f", whole(1)}}),
             contains("excluded because it is so:"));
  CHECK(failure(parameters, {{"f > 0", ""}, {"a + b + c + d + e + f == most", "it is full"}},
                {{"most", whole(99)}}) ==
        "no configuration is left: the constraint 'a + b + c + d + e + f == most' excludes all "
        "10368 that the constraints before it admit (with most = 99), because it is full");
}

namespace {

// A random text of sums of products of sums: of names, and of a few numbers that are awkward.
std::string random_sums(std::mt19937& random, const std::vector<std::string>& names, int depth) {
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  if (depth == 0 || pick(6) == 0) {
    const char* const numbers[] = {"2", "3", "16", "-1", "0", "0.5", "big"};
    return pick(6) == 0 ? numbers[pick(std::size(numbers))] : names[pick(names.size())];
  }
  const auto operand = [&] { return random_sums(random, names, depth - 1); };
  const char* const forms[] = {"({} + {})",  "({} + {})", "({} * {})", "({} * {})",  "({} - {})",
                               "({} // {})", "({} % {})", "({} / {})", "max({}, {})"};
  return fmt::format(fmt::runtime(forms[pick(std::size(forms))]), operand(), operand());
}

}  // namespace

TEST_CASE("random spaces with products of sums agree with brute force") {
  std::mt19937 random(23);
  const Value big = std::int64_t{1} << 62;
  std::size_t admitting = 0;
  std::size_t failing = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<Parameter> parameters;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < 5; ++k) {
      Parameter p = parameter(fmt::format("p{}", k), {1, 2, 3, 4, 5, 6, 8, 12, 16});
      if (random() % 5 == 0) p.values = random_values(random, 6, false);
      p.values.resize(std::min<std::size_t>(p.values.size(), 5 + random() % 3));
      p.default_value = p.values[random() % p.values.size()];
      names.push_back(p.name);
      parameters.push_back(p);
    }
    std::vector<Constraint> constraints;
    for (std::size_t k = 1 + random() % 2; k > 0; --k) {
      const char* const comparisons[] = {"<=", "<=", ">=", "!=", "=="};
      std::string text = fmt::format("{} {} {}", random_sums(random, names, 3),
                                     comparisons[random() % 5], 1U << random() % 12);
      if (random() % 4 == 0) text = fmt::format("p0 == 1 or {}", text);
      if (random() % 4 == 0) text += fmt::format(" and {} > 3", random_sums(random, names, 2));
      constraints.push_back({text, ""});
    }
    CAPTURE(constraints.front().expression);
    const auto expected = by_definition(parameters, constraints, big);
    if (expected.failing || expected.admitted.empty()) {
      failing += expected.failing ? 1 : 0;
      CHECK_THAT(
          failure(parameters, constraints, {{"big", big}}),
          contains(expected.failing ? "cannot be evaluated for" : "no configuration is left"));
      continue;
    }
    ++admitting;
    const SearchSpace space(parameters, constraints, {{"big", big}});
    REQUIRE(space.size() == expected.admitted.size());
    for (std::uint64_t number = 0; number < space.size(); ++number) {
      REQUIRE(expected.admitted.contains(space.assignment(number)));
    }
    for (const auto& assignment : expected.admitted) REQUIRE(space.number_of(assignment));
  }
  CHECK(admitting > 30);
  CHECK(failing > 20);
}

TEST_CASE("random spaces with wide constraints agree with brute force") {
  std::mt19937 random(17);
  const Value big = std::int64_t{1} << 62;
  std::size_t admitting = 0;
  std::size_t empty = 0;
  std::size_t failing = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<Parameter> parameters;
    std::vector<std::string> numbers;
    for (std::size_t k = 0; k < 6; ++k) {
      Parameter p = parameter(fmt::format("p{}", k), {1});
      p.values = random_values(random, k == 0 ? 5 : 4, k == 5 && random() % 2 == 0);
      if (k == 0) p.values.resize(5, whole(11));
      p.default_value = p.values[random() % p.values.size()];
      if (!std::holds_alternative<std::string>(p.values.front())) numbers.push_back(p.name);
      parameters.push_back(p);
    }
    std::vector<std::string> texts;
    if (numbers.size() < 6) texts.emplace_back("p5");
    RandomExpression expressions(random, numbers, texts);
    std::vector<Constraint> constraints;
    constraints.push_back({expressions.logic(3), ""});
    for (std::size_t more = random() % 3; more > 0; --more) {
      constraints.push_back({expressions.logic(static_cast<int>(1 + random() % 2)), ""});
    }
    if (random() % 2 == 0) parameters[random() % 6].condition = expressions.logic(3);
    CAPTURE(constraints.front().expression);
    const auto expected = by_definition(parameters, constraints, big);
    if (expected.failing || expected.admitted.empty()) {
      (expected.failing ? failing : empty) += 1;
      CHECK_THAT(
          failure(parameters, constraints, {{"big", big}}),
          contains(expected.failing ? "cannot be evaluated for" : "no configuration is left"));
      continue;
    }
    ++admitting;
    const SearchSpace space(parameters, constraints, {{"big", big}});
    REQUIRE(space.size() == expected.admitted.size());
    std::set<Indices> found;
    for (std::uint64_t number = 0; number < space.size(); ++number) {
      const auto assignment = space.assignment(number);
      found.insert(assignment);
      REQUIRE(space.number_of(assignment) == number);
    }
    REQUIRE(found == expected.admitted);
  }
  CHECK(admitting > 25);
  CHECK(failing > 25);
  CHECK(empty > 2);
}
