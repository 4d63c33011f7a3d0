#include "framework/scenario/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/published.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/placed_text.hpp"
#include "framework/scenario/ranges.hpp"

namespace assay {
namespace {

constexpr std::size_t most_values = 100'000;  // of one parameter

// Checks that no real occurs twice (1 and 1.0 are the same) and that all are finite, because no
// language has constants for other values.
void require_distinct_reals(const std::vector<Value>& values, const TomlTable& reader,
                            std::string_view key) {
  std::set<double> seen;
  for (const Value& value : values) {
    const auto* real = std::get_if<double>(&value);
    if (real == nullptr) continue;
    if (!std::isfinite(*real)) {
      throw reader.error_at(
          key, fmt::format("holds {}: a compile-time constant must be finite", to_string(value)));
    }
    if (seen.insert(*real).second) continue;
    throw reader.error_at(key, fmt::format("lists the value {} twice", to_string(value)));
  }
}

// Converts values to one kind; integers become reals if one of the values is a real.
std::vector<Value> of_one_kind(std::vector<Value> values, const TomlTable& reader,
                               std::string_view key) {
  const bool real = std::ranges::any_of(
      values, [](const Value& value) { return std::holds_alternative<double>(value); });
  for (Value& value : values) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (real && integer != nullptr) value = static_cast<double>(*integer);
    if (value.index() != values.front().index()) {
      throw reader.error_at(key, fmt::format("mixes {} and {}: give all values the same type",
                                             kind_name(values.front()), kind_name(value)));
    }
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && text->find_first_of("\t\n\"'\\") != std::string::npos) {
      throw reader.error_at(
          key, fmt::format("holds '{}': a compile-time constant cannot contain quotes", *text));
    }
  }
  require_distinct_reals(values, reader, key);
  return values;
}

// Numbers as integers, unless one that they are made of is written as a real.
std::vector<Value> as_values(const std::vector<double>& numbers, bool real) {
  std::vector<Value> values;
  for (const double number : numbers) {
    values.push_back(real ? Value(number) : Value(static_cast<std::int64_t>(number)));
  }
  return values;
}

void require_some(const std::vector<double>& numbers, const TomlTable& reader,
                  std::string_view key) {
  if (numbers.empty()) throw reader.error_at(key, "leaves no value between 'from' and 'to'");
  if (numbers.size() > most_values) {
    throw reader.error_at(key, fmt::format("makes more than {} values", most_values));
  }
}

std::vector<Value> read_range(const TomlTable& reader) {
  const double from = bound(reader, "from");
  const double to = bound(reader, "to");
  double step = 1;
  reader.read("step", step, -most_exact, most_exact);
  if (step == 0 || (to - from) / step < 0) {
    throw reader.error_at("step",
                          fmt::format("is {}, which does not lead from {} to {}", step, from, to));
  }
  std::vector<double> numbers;
  // A last value that rounding moves beyond the end by a little belongs to the range.
  const double count = std::floor((to - from) / step + 1e-9);
  for (double k = 0; k <= count && numbers.size() <= most_values; ++k) {
    numbers.push_back(from + k * step);
  }
  require_some(numbers, reader, "to");
  return as_values(numbers,
                   is_real(reader, "from") || is_real(reader, "to") || is_real(reader, "step"));
}

std::vector<Value> read_powers(const TomlTable& reader) {
  const double base = bound(reader, "powers_of");
  const double from = bound(reader, "from");
  const double to = bound(reader, "to");
  constexpr double least_base = 1.01;
  if (!(base >= least_base) || !(from > 0)) {
    throw reader.error_at("powers_of",
                          fmt::format("must be at least {}, and 'from' above 0", least_base));
  }
  double power = 1;
  while (power > from) power /= base;
  std::vector<double> numbers;
  for (; power <= to && numbers.size() <= most_values; power *= base) {
    if (power >= from && (power >= 1 || is_real(reader, "from"))) numbers.push_back(power);
  }
  require_some(numbers, reader, "to");
  return as_values(numbers, is_real(reader, "powers_of") || is_real(reader, "from"));
}

// All values of an expression over arguments that take several.
void evaluate_all(const Formula& formula, const ArgumentValues& arguments,
                  std::vector<std::string> names, const FormulaNames& bound_names,
                  std::vector<std::int64_t>& results) {
  if (results.size() > most_values) return;
  if (names.empty()) {
    results.push_back(bound_names.count(formula));
    return;
  }
  const std::string name = names.back();
  names.pop_back();
  const auto values = arguments.find(name);
  // An unknown name is reported by the evaluation.
  if (values == arguments.end())
    return evaluate_all(formula, arguments, names, bound_names, results);
  for (const Value& value : values->second) {
    FormulaNames own = bound_names;
    own.add(name, value);
    evaluate_all(formula, arguments, names, own, results);
  }
}

void add_divisors(std::int64_t number, std::set<std::int64_t>& divisors) {
  for (std::int64_t k = 1; k <= number / k; ++k) {
    if (number % k != 0) continue;
    divisors.insert(k);
    divisors.insert(number / k);
  }
}

std::vector<Value> read_divisors(const TomlTable& reader, const std::string& name,
                                 const ArgumentValues& arguments,
                                 std::vector<Constraint>& constraints) {
  const Formula formula = placed_text(*reader.raw().get("divisors_of"), "divisors_of");
  std::vector<std::string> names;
  require_expression(formula, nullptr);
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  std::vector<std::int64_t> numbers;
  evaluate_all(formula, arguments, names, {}, numbers);
  std::set<std::int64_t> divisors;
  for (const std::int64_t number : numbers) {
    constexpr std::int64_t largest = 1'000'000'000'000;
    if (number > largest) {
      throw error_at(formula.place,
                     fmt::format("'{}' is {}, more than {}", formula.text, number, largest));
    }
    add_divisors(number, divisors);
  }
  // Several instances have divisors of their own.
  constraints.push_back(
      {fmt::format("({}) % {} == 0", formula.text, name),
       fmt::format("{} is no divisor of {} here ({})", name, formula.text, formula.place)});
  return {divisors.begin(), divisors.end()};
}

// All multiples between the ends of what an expression comes to. Facts of the device are known to a
// constraint alone, which then picks the multiples from all whole numbers between the ends; so a
// configuration holds a number, whatever device it was found on.
std::vector<Value> read_multiples(const TomlTable& reader, const std::string& name,
                                  const ArgumentValues& arguments,
                                  std::vector<Constraint>& constraints) {
  const Formula formula = placed_text(*reader.raw().get("multiples_of"), "multiples_of");
  require_expression(formula, nullptr);
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  const double from = std::ceil(bound(reader, "from"));
  const double to = std::floor(bound(reader, "to"));
  std::vector<std::int64_t> units = {1};
  if (std::ranges::all_of(names, [&](const auto& used) { return arguments.contains(used); })) {
    units.clear();
    evaluate_all(formula, arguments, names, {}, units);
  }
  std::set<double> numbers;
  for (const std::int64_t unit : units) {
    const auto step = static_cast<double>(unit);
    for (double k = std::ceil(from / step); k * step <= to && numbers.size() <= most_values; ++k) {
      numbers.insert(k * step);
    }
  }
  const std::vector<double> sorted(numbers.begin(), numbers.end());
  require_some(sorted, reader, "to");
  if (!names.empty()) {
    constraints.push_back(
        {fmt::format("{} % ({}) == 0", name, formula.text),
         fmt::format("{} is no multiple of {} here ({})", name, formula.text, formula.place)});
  }
  return as_values(sorted, false);
}

std::vector<Value> read_permutations(const TomlTable& reader) {
  constexpr std::size_t longest = 8;
  std::vector<std::string> parts;
  for (const Value& value : reader.values("permutations_of")) parts.push_back(to_string(value));
  if (parts.empty() || parts.size() > longest) {
    throw reader.error_at("permutations_of",
                          fmt::format("must be a list of 1 to {} values", longest));
  }
  std::vector<std::size_t> order(parts.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::vector<Value> values;
  do {
    std::vector<std::string> ordered;
    for (const std::size_t k : order) ordered.push_back(parts[k]);
    values.emplace_back(fmt::format("{}", fmt::join(ordered, ",")));
  } while (std::ranges::next_permutation(order).found);
  return values;
}

// The ways to give values, by the key that tells them apart.
constexpr std::array<std::string_view, 6> ways = {"values",       "powers_of",       "divisors_of",
                                                  "multiples_of", "permutations_of", "from"};

std::vector<Value> read_values(const TomlTable& reader, const std::string& name,
                               const ArgumentValues& arguments,
                               std::vector<Constraint>& constraints) {
  const auto way = std::ranges::find_if(ways, [&](auto key) { return reader.has(key); });
  if (way == ways.end()) {
    throw reader.error_at("values", "is missing: give values = [...], or from, to and step");
  }
  for (auto other = way + 1; other != ways.end(); ++other) {
    const bool bounds = (*way == "powers_of" || *way == "multiples_of") && *other == "from";
    if (!reader.has(*other) || bounds) continue;
    throw reader.error_at(*other,
                          fmt::format("and '{}' exclude each other: give one of them", *way));
  }
  if (*way == "values") return of_one_kind(reader.values("values"), reader, "values");
  if (*way == "powers_of") return read_powers(reader);
  if (*way == "divisors_of") return read_divisors(reader, name, arguments, constraints);
  if (*way == "multiples_of") return read_multiples(reader, name, arguments, constraints);
  if (*way == "permutations_of") return read_permutations(reader);
  return read_range(reader);
}

}  // namespace

ReadParameter read_parameter(const std::string& name, const TomlTable& parameters,
                             const ArgumentValues& arguments) {
  if (!is_identifier(name)) {
    throw parameters.error_at(name, "cannot be the name of a constant: use letters, digits and _");
  }
  ReadParameter read{{name, "", {}, {}, ""}, {}};
  Parameter& parameter = read.parameter;
  const auto* table = parameters.raw().get(name)->as_table();
  if (table == nullptr) {
    parameter.values = of_one_kind(parameters.values(name), parameters, name);
    parameter.default_value = parameter.values.front();
    return read;
  }
  const TomlTable reader(*table, "kernel.parameters." + name,
                         {"values", "from", "to", "step", "powers_of", "divisors_of",
                          "multiples_of", "permutations_of", "default", "condition", "doc"});
  parameter.values = read_values(reader, name, arguments, read.constraints);
  parameter.default_value = parameter.values.front();
  if (reader.has("default")) {
    const auto given = reader.values("default");
    const auto found = std::ranges::find_if(
        parameter.values, [&](const Value& value) { return same_value(value, given.front()); });
    if (given.size() != 1 || found == parameter.values.end()) {
      throw reader.error_at("default", "must be one of the values");
    }
    parameter.default_value = *found;
  }
  reader.read("condition", parameter.condition);
  if (!parameter.condition.empty()) {
    require_expression({parameter.condition, reader.place_of("condition")}, nullptr);
  }
  reader.read("doc", parameter.doc);
  return read;
}

}  // namespace assay
