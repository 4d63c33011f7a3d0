#include "framework/scenario/drawn_instances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <variant>

#include "framework/core/expression/expression.hpp"
#include "framework/core/halton.hpp"
#include "framework/core/random.hpp"
#include "framework/scenario/instances.hpp"
#include "framework/scenario/ranges.hpp"

namespace assay {
namespace {

struct Range {
  double from;
  double to;
  bool logarithmic;
  bool whole;
  double multiple_of;

  // The value at a place from 0 to 1.
  [[nodiscard]] Value at(double place) const {
    // Each whole number has a cell of its own, the last one as well.
    const double end = whole ? to + multiple_of : to;
    const double number =
        logarithmic ? from * std::pow(end / from, place) : from + place * (end - from);
    if (!whole) return std::clamp(number, from, to);
    const double multiple = std::floor(number / multiple_of) * multiple_of;
    return static_cast<std::int64_t>(std::clamp(multiple, from, to));
  }
};

struct Choice {
  std::vector<Value> values;
  std::vector<double> shares;  // of each value and all before it, up to 1

  [[nodiscard]] Value at(double place) const {
    const auto found = std::ranges::upper_bound(shares, place);
    return values[std::min(static_cast<std::size_t>(found - shares.begin()), values.size() - 1)];
  }
};

struct DrawnArgument {
  std::string name;
  std::variant<Range, Choice> domain;

  [[nodiscard]] Value at(double place) const {
    return std::visit([&](const auto& domain_) { return domain_.at(place); }, domain);
  }
};

Choice choice_of(std::vector<Value> values, const std::vector<double>& weights) {
  double total = 0;
  for (const double weight : weights) total += weight;
  Choice choice{std::move(values), {}};
  double sum = 0;
  for (const double weight : weights) choice.shares.push_back((sum += weight) / total);
  return choice;
}

Choice read_choice(const TomlTable& reader) {
  std::vector<Value> values = reader.values("values");
  std::vector<double> weights;
  for (const Value& weight : reader.values("weights")) {
    const auto* integer = std::get_if<std::int64_t>(&weight);
    const auto* real = std::get_if<double>(&weight);
    const double number = integer != nullptr ? static_cast<double>(*integer)
                          : real != nullptr  ? *real
                                             : 0;
    if (!(number > 0) || !std::isfinite(number)) {
      throw reader.error_at("weights", "must be numbers above 0, one for each value");
    }
    weights.push_back(number);
  }
  if (!reader.has("weights")) weights.assign(values.size(), 1);
  if (weights.size() != values.size()) {
    throw reader.error_at(
        "weights", fmt::format("has {} numbers for {} values", weights.size(), values.size()));
  }
  return choice_of(std::move(values), weights);
}

Range read_range_to_draw_from(const TomlTable& reader) {
  const double from = bound(reader, "from");
  const double to = bound(reader, "to");
  const bool has_fraction = from != std::floor(from) || to != std::floor(to);
  const bool whole = !has_fraction && !(is_real(reader, "from") && is_real(reader, "to"));
  Range range{from, to, false, whole, 1};
  if (range.from > range.to) {
    throw reader.error_at("to", fmt::format("is below 'from' = {}", range.from));
  }
  std::string scale = "linear";
  reader.read("scale", scale);
  if (scale != "linear" && scale != "log") {
    throw reader.error_at("scale", fmt::format("is '{}': choose linear or log", scale));
  }
  range.logarithmic = scale == "log";
  if (range.logarithmic && range.from <= 0) {
    throw reader.error_at("from", "must be above 0 where the scale is log");
  }
  if (!reader.has("multiple_of")) return range;
  std::int64_t multiple = 1;
  reader.read_integer("multiple_of", multiple, 1, static_cast<std::int64_t>(most_exact));
  if (!range.whole) throw reader.error_at("multiple_of", "is for ranges of whole numbers");
  range.multiple_of = static_cast<double>(multiple);
  range.from = std::ceil(range.from / range.multiple_of) * range.multiple_of;
  range.to = std::floor(range.to / range.multiple_of) * range.multiple_of;
  if (range.from > range.to || (range.logarithmic && range.from <= 0)) {
    throw reader.error_at("multiple_of", "leaves no value between 'from' and 'to'");
  }
  return range;
}

DrawnArgument read_argument(const TomlTable& instance, const std::string& name) {
  const auto* table = instance.raw().get(name)->as_table();
  if (table == nullptr) {
    std::vector<Value> values = instance.values(name);
    const std::vector<double> weights(values.size(), 1);
    return {name, choice_of(std::move(values), weights)};
  }
  const TomlTable reader(*table, "instance." + name,
                         {"from", "to", "scale", "multiple_of", "values", "weights"});
  if (!reader.has("values")) {
    if (reader.has("weights")) throw reader.error_at("weights", "are for 'values'");
    return {name, read_range_to_draw_from(reader)};
  }
  for (const char* other : {"from", "to", "scale", "multiple_of"}) {
    if (reader.has(other)) {
      throw reader.error_at(other, "and 'values' exclude each other: give one of them");
    }
  }
  return {name, read_choice(reader)};
}

// What the key `sample` of an [[instance]] asks for.
struct Drawing {
  std::int64_t count = 0;
  std::int64_t held_out = 0;
  std::uint64_t seed = 1;
  std::vector<std::pair<Expression, std::string>> where;  // each with its place
};

Drawing read_sample(const TomlTable& instance, const std::vector<std::string>& names) {
  Drawing sample;
  const toml::table* const table = instance.raw().get("sample")->as_table();
  if (table == nullptr) {
    instance.read_integer("sample", sample.count, 1, most_instances);
    return sample;
  }
  const TomlTable reader(*table, "instance.sample", {"count", "held_out", "seed", "where"});
  if (!reader.has("count")) {
    throw reader.error_at("count", "is missing: say how many instances to draw");
  }
  reader.read_integer("count", sample.count, 1, most_instances);
  reader.read_integer("held_out", sample.held_out, 0, most_instances);
  reader.read_integer("seed", sample.seed, 0);
  for (const Value& condition : reader.values("where")) {
    const auto* text = std::get_if<std::string>(&condition);
    if (text == nullptr) {
      throw reader.error_at("where", "must be conditions on the arguments, as texts");
    }
    try {
      sample.where.emplace_back(Expression::parse(*text, names), reader.place_of("where"));
    } catch (const Error& error) {
      throw reader.error_at("where", fmt::format("is wrong: {}", error.what()));
    }
  }
  return sample;
}

bool is_wanted(const Bindings& arguments, const Drawing& sample) {
  std::vector<Scalar> slots;
  for (const auto& [_, value] : arguments) {
    slots.push_back(std::visit([](const auto& own) { return Scalar::of(own); }, value));
  }
  return std::ranges::all_of(sample.where, [&](const auto& condition) {
    try {
      return condition.first.holds(slots);
    } catch (const Error& error) {
      throw usage_error("{}: 'instance.sample.where' is wrong: {}", condition.second, error.what());
    }
  });
}

double number_of(const Value& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

// The instances with the least and the greatest number that each range gave.
std::set<std::size_t> outermost(const std::vector<Bindings>& drawn,
                                const std::vector<DrawnArgument>& arguments) {
  std::set<std::size_t> outermost;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!std::holds_alternative<Range>(arguments[k].domain)) continue;
    const auto [least, greatest] = std::ranges::minmax_element(
        drawn, {}, [k](const Bindings& one) { return number_of(one[k].second); });
    outermost.insert(static_cast<std::size_t>(least - drawn.begin()));
    outermost.insert(static_cast<std::size_t>(greatest - drawn.begin()));
  }
  return outermost;
}

// The group of an instance: of each number that a range gave it, the power of two.
std::string group_of(const Bindings& instance, const std::vector<DrawnArgument>& arguments) {
  std::string group;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!std::holds_alternative<Range>(arguments[k].domain)) continue;
    const double number = number_of(instance[k].second);
    group += fmt::format("{} {} ", std::signbit(number), number == 0 ? -1e9 : std::logb(number));
  }
  return group;
}

// Holds groups out in an order that the seed draws, each that fits into what is left of `held_out`.
// Groups of outermost instances stay: what is held out lies within what is seen.
DrawnInstances apart(std::vector<Bindings> drawn, const std::vector<DrawnArgument>& arguments,
                     const Drawing& sample) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    groups[group_of(drawn[i], arguments)].push_back(i);
  }
  const std::set<std::size_t> stay = outermost(drawn, arguments);
  std::vector<const std::vector<std::size_t>*> order;
  for (const auto& [_, members] : groups) {
    if (std::ranges::none_of(members, [&](std::size_t i) { return stay.contains(i); })) {
      order.push_back(&members);
    }
  }
  Random(sample.seed).shuffle(std::span(order));
  std::vector<bool> held_out(drawn.size());
  std::size_t left = static_cast<std::size_t>(sample.held_out);
  for (const auto* members : order) {
    if (members->size() > left) continue;
    left -= members->size();
    for (const std::size_t i : *members) held_out[i] = true;
  }
  DrawnInstances instances;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    (held_out[i] ? instances.held_out : instances.instances).push_back(std::move(drawn[i]));
  }
  return instances;
}

}  // namespace

DrawnInstances draw_instances(const TomlTable& instance) {
  std::vector<DrawnArgument> arguments;
  std::vector<std::string> names;
  for (const auto& [key, node] : instance.raw()) {
    const std::string name(key.str());
    if (name == "problem" || name == "sample") continue;
    arguments.push_back(read_argument(instance, name));
    names.push_back(name);
  }
  if (arguments.size() > HaltonSequence::most_dimensions) {
    throw instance.error_at("sample",
                            fmt::format("draws at most {} arguments, and there are {}",
                                        HaltonSequence::most_dimensions, arguments.size()));
  }
  const Drawing sample = read_sample(instance, names);
  const HaltonSequence points(arguments.size(), sample.seed);
  const auto wanted = static_cast<std::size_t>(sample.count + sample.held_out);
  // So many draws find what is not very rare, within a second.
  const std::uint64_t most_tries = 1000 + 20 * wanted;
  std::vector<Bindings> drawn;
  std::set<std::string> seen;
  for (std::uint64_t number = 0; drawn.size() < wanted && number < most_tries; ++number) {
    const std::vector<double> point = points(number);
    Bindings one;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      one.emplace_back(arguments[k].name, arguments[k].at(point[k]));
    }
    if (is_wanted(one, sample) && seen.insert(to_string(one)).second)
      drawn.push_back(std::move(one));
  }
  if (drawn.size() < wanted) {
    throw instance.error_at(
        "sample",
        fmt::format("asks for {} instances, but {} draws found only {} that differ{}: widen "
                    "the ranges or draw fewer",
                    wanted, most_tries, drawn.size(),
                    sample.where.empty() ? "" : " and satisfy 'where'"));
  }
  DrawnInstances instances = apart(std::move(drawn), arguments, sample);
  if (sample.held_out > 0 && instances.held_out.empty()) {
    throw instance.error_at(
        "sample", fmt::format("holds out {} instances, but the ranges are so narrow that each "
                              "group of similar sizes has more: widen them",
                              sample.held_out));
  }
  return instances;
}

}  // namespace assay
