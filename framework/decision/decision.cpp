#include "framework/decision/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/core/names.hpp"

namespace assay::decision {
namespace {

using nlohmann::json;

// A member of an object that somebody may have changed, with its place for messages:
// "pairs[2].variant".
class Member {
 public:
  Member(const json& value, std::string place) : value_(value), place_(std::move(place)) {}

  [[nodiscard]] bool has(const char* name) const { return value_.contains(name); }

  [[nodiscard]] Member at(const char* name) const {
    if (!value_.is_object()) throw wrong("an object");
    const auto found = value_.find(name);
    const std::string place = place_.empty() ? name : fmt::format("{}.{}", place_, name);
    if (found == value_.end()) throw usage_error("it has no '{}'", place);
    return {*found, place};
  }
  [[nodiscard]] std::vector<Member> items() const {
    if (!value_.is_array()) throw wrong("an array");
    std::vector<Member> items;
    for (const json& item : value_) {
      items.emplace_back(item, fmt::format("{}[{}]", place_, items.size()));
    }
    return items;
  }
  [[nodiscard]] const std::string& text() const {
    if (!value_.is_string()) throw wrong("a text");
    return value_.get_ref<const std::string&>();
  }
  [[nodiscard]] double number() const {
    if (!value_.is_number()) throw wrong("a number");
    return value_.get<double>();
  }
  [[nodiscard]] bool truth() const {
    if (!value_.is_boolean()) throw wrong("true or false");
    return value_.get<bool>();
  }
  // A whole number, `least` to `most` inclusive.
  [[nodiscard]] std::size_t whole(std::size_t least, std::size_t most) const {
    const bool in_range = value_.is_number_unsigned() && value_.get<std::uint64_t>() >= least &&
                          value_.get<std::uint64_t>() <= most;
    if (!in_range) throw wrong(fmt::format("a whole number from {} to {}", least, most));
    return value_.get<std::size_t>();
  }
  // An object of values.
  [[nodiscard]] Bindings bindings() const {
    if (!value_.is_object()) throw wrong("an object");
    Bindings bindings;
    for (const auto& [name, value] : value_.items()) {
      bindings.emplace_back(name, value_from_json(value));
    }
    return bindings;
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const Member& item : items()) {
      if (std::ranges::find(texts, item.text()) != texts.end()) {
        throw usage_error("'{}' repeats '{}'", item.place_, item.text());
      }
      texts.push_back(item.text());
    }
    return texts;
  }

  [[nodiscard]] Error wrong(const std::string& expected) const {
    return usage_error("'{}' must be {}", place_.empty() ? "the whole" : place_, expected);
  }

 private:
  const json& value_;
  std::string place_;
};

template <class T>
std::vector<T> at_least_one(std::vector<T> found, const Member& of) {
  if (found.empty()) throw of.wrong("an array of at least one");
  return found;
}

FeatureRange read_range(const Member& feature) {
  const FeatureRange range{feature.at("from").number(), feature.at("to").number()};
  if (range.from > range.to) throw feature.at("from").wrong(fmt::format("at most {}", range.to));
  return range;
}

std::vector<std::string> names_of(const std::vector<Feature>& features) {
  std::vector<std::string> names;
  for (const Feature& feature : features) names.push_back(feature.name);
  return names;
}

Feature read_feature(const Member& found, const std::vector<Feature>& before) {
  Feature feature{found.at("name").text()};
  const auto names = names_of(before);
  if (std::ranges::find(names, feature.name) != names.end()) {
    throw found.at("name").wrong("a name that no other feature has");
  }
  if (found.has("fact")) feature.is_fact = found.at("fact").truth();
  if (found.has("texts")) feature.texts = found.at("texts").texts();
  return feature;
}

// The numbers of the features that an array names.
std::vector<std::size_t> read_features(const Member& found, const std::vector<Feature>& features) {
  const auto names = names_of(features);
  std::vector<std::size_t> numbers;
  for (const Member& item : found.items()) {
    const auto name = std::ranges::find(names, item.text());
    if (name == names.end()) {
      throw item.wrong(fmt::format("a feature; {}", did_you_mean(item.text(), names)));
    }
    numbers.push_back(static_cast<std::size_t>(name - names.begin()));
  }
  return numbers;
}

Term read_term(const Member& node, const std::vector<Feature>& features) {
  constexpr std::size_t largest_modulus = 1U << 30U;
  const Member factors = node.at("factors");
  return {at_least_one(read_features(factors, features), factors),
          read_features(node.at("divisors"), features),
          static_cast<int>(node.at("modulus").whole(0, largest_modulus))};
}

Preference read_preference(const Member& found, std::size_t pairs) {
  Preference preference;
  for (const Member& item : found.items()) preference.push_back(item.whole(0, pairs - 1));
  return at_least_one(std::move(preference), found);
}

DecisionTree read_tree(const Member& found, const Decision& decision,
                       std::vector<FeatureRange> measured) {
  std::vector<TreeNode> nodes;
  std::vector<Term> terms;
  const auto items = at_least_one(found.items(), found);
  for (const Member& item : items) {
    TreeNode& node = nodes.emplace_back();
    if (item.has("pairs")) {
      node.pairs = read_preference(item.at("pairs"), decision.pairs.size());
      continue;
    }
    node.term = terms.size();
    terms.push_back(read_term(item, decision.features));
    node.threshold = item.at("up_to").number();
    // Children stand behind their parents, so that no walk goes round in circles.
    node.low = item.at("low").whole(nodes.size(), items.size() - 1);
    node.high = item.at("high").whole(nodes.size(), items.size() - 1);
  }
  return {std::move(nodes), std::move(terms), std::move(measured)};
}

std::vector<std::string> read_conditions(const Member& found,
                                         const std::vector<std::string>& names) {
  std::vector<std::string> conditions;
  for (const Member& item : found.items()) {
    try {
      static_cast<void>(Expression::parse(item.text(), names));
    } catch (const Error& error) {
      throw item.wrong(fmt::format("a condition of the features: {}", error.what()));
    }
    conditions.push_back(item.text());
  }
  return conditions;
}

Decision read(const json& tree) {
  const Member whole(tree, "");
  Decision decision{whole.at("problem").text(), {}, {}, {}, {{}, {}, {}}};
  std::vector<FeatureRange> measured;
  const Member features = whole.at("features");
  for (const Member& item : at_least_one(features.items(), features)) {
    decision.features.push_back(read_feature(item, decision.features));
    measured.push_back(read_range(item));
  }
  std::vector<std::vector<std::string>> conditions;
  const Member pairs = whole.at("pairs");
  for (const Member& item : at_least_one(pairs.items(), pairs)) {
    decision.pairs.push_back(
        {item.at("variant").text(), item.at("device").text(), item.at("configuration").bindings()});
    decision.builds.push_back(item.at("build").text());
    auto& of_pair = conditions.emplace_back();
    if (!item.has("conditions")) continue;
    of_pair = read_conditions(item.at("conditions"), names_of(decision.features));
  }
  decision.conditions = {decision.features, conditions};
  decision.tree = read_tree(whole.at("tree"), decision, std::move(measured));
  return decision;
}

}  // namespace

Decision decision_from_json(const std::string& text) {
  json tree;
  try {
    tree = parse_json(text);
  } catch (const json::exception& error) {
    throw usage_error("it is not JSON: {:.1000}", error.what());
  }
  try {
    return read(tree);
  } catch (const Error& error) {
    throw usage_error(
        "it is not what this assay writes as a dispatcher: {:.1000}; make it anew: assay dispatch "
        "SCENARIO --output X.json",
        error.what());
  }
}

void require_one_device(const Decision& decision) {
  const std::string& first = decision.pairs.front().device;
  for (const Pair& pair : decision.pairs) {
    if (pair.device == first) continue;
    throw usage_error(
        "the pair {} is for {} and the pair {} for {}, but a variant runs on one device: make the "
        "dispatcher of a scenario whose variants all do",
        label_of(pair), pair.device, label_of(decision.pairs.front()), first);
  }
}

}  // namespace assay::decision
