// A dispatcher as JSON, which decision/decision.cpp reads.
#include <ostream>

#include <nlohmann/json.hpp>

#include "framework/dispatch/dispatcher.hpp"

namespace assay::dispatch {
namespace {

using Json = nlohmann::ordered_json;

Json interval(const Interval& one) {
  return {{"value", one.median}, {"lower", one.lower}, {"upper", one.upper}};
}

Json summary(const RegretSummary& one) {
  return {{"oracle_over_choice", interval(one.share)},
          {"regret_95th_percentile", interval(one.tail)},
          {"worst_regret", interval(one.worst)},
          {"instances", one.instances},
          {"failures", one.failures}};
}

Json table(const RegretTable& one) {
  return {{"dispatcher", summary(one.tree)},
          {"default_alone", summary(one.single)},
          {"nearest_instance", summary(one.nearest)}};
}

Json names(const std::vector<std::size_t>& features, const Dispatcher& dispatcher) {
  Json names = Json::array();
  for (const std::size_t feature : features) names.push_back(dispatcher.features[feature].name);
  return names;
}

Json nodes(const Dispatcher& dispatcher) {
  Json nodes = Json::array();
  for (const TreeNode& node : dispatcher.tree.nodes()) {
    if (node.is_leaf()) {
      nodes.push_back({{"pairs", node.pairs}, {"instances", node.instances}});
    } else {
      const Term& term = dispatcher.tree.terms()[node.term];
      nodes.push_back({{"value", text_of(term, dispatcher.features, "")},
                       {"factors", names(term.factors, dispatcher)},
                       {"divisors", names(term.divisors, dispatcher)},
                       {"modulus", term.modulus},
                       {"up_to", node.threshold},
                       {"low", node.low},
                       {"high", node.high},
                       {"instances", node.instances}});
    }
  }
  return nodes;
}

Json features(const Dispatcher& dispatcher) {
  Json features = Json::array();
  for (std::size_t k = 0; k < dispatcher.features.size(); ++k) {
    const FeatureRange& range = dispatcher.tree.measured()[k];
    Json feature{{"name", dispatcher.features[k].name}, {"from", range.from}, {"to", range.to}};
    if (!dispatcher.features[k].texts.empty()) feature["texts"] = dispatcher.features[k].texts;
    if (dispatcher.features[k].is_fact) feature["fact"] = true;
    features.push_back(std::move(feature));
  }
  return features;
}

Json constants(const PairConstants& some) {
  Json fixed = Json::object();
  for (const auto& [name, value] : some.fixed) fixed[name] = to_json(value);
  return fixed;
}

Json constants_of_input(const PairConstants& some) {
  Json expressions = Json::object();
  for (const auto& [name, expression] : some.of_input) expressions[name] = expression;
  return expressions;
}

Json launch(const PairLaunch& one) {
  return {{"number", one.number},
          {"function", one.function},
          {"constants", constants(one.constants)},
          {"constants_of_input", constants_of_input(one.constants)},
          {"block_expressions", one.block},
          {"extent_expressions", one.extent},
          {"extent_in_work_items", one.in_items},
          {"local_bytes_expressions", one.local}};
}

Json steps(const std::vector<PairStep>& some) {
  Json all = Json::array();
  for (const PairStep& step : some) {
    Json one =
        step.launch
            ? launch(*step.launch)
            : Json{{"repeat", step.repeat}, {"index", step.index}, {"launches", steps(step.steps)}};
    if (step.when) one["when"] = *step.when;
    all.push_back(std::move(one));
  }
  return all;
}

Json kernel(const PairKernel& one) {
  Json json{{"source", one.source},
            {"constants", constants(one.constants)},
            {"constants_of_input", constants_of_input(one.constants)},
            {"options", one.options},
            {"remarks", one.remarks}};
  if (one.refusal.empty()) {
    json["launches"] = steps(one.steps);
  } else {
    json["no_launches"] = one.refusal;
  }
  return json;
}

Json pairs(const Dispatcher& dispatcher) {
  Json pairs = Json::array();
  for (std::size_t j = 0; j < dispatcher.pairs.size(); ++j) {
    const Pair& pair = dispatcher.pairs[j];
    Json configuration = Json::object();
    for (const auto& [name, value] : pair.configuration) configuration[name] = to_json(value);
    Json conditions = Json::array();
    for (const Expression& one : dispatcher.conditions.of(j)) conditions.push_back(one.text());
    pairs.push_back({{"variant", pair.variant},
                     {"device", pair.device},
                     {"configuration", configuration},
                     {"defines", dispatcher.defines[j]},
                     {"build", dispatcher.builds[j]},
                     {"conditions", conditions},
                     {"mean_regret_up_to_here", dispatcher.cover[j]}});
    if (j < dispatcher.kernels.size() && dispatcher.kernels[j]) {
      pairs.back()["kernel"] = kernel(*dispatcher.kernels[j]);
    }
  }
  return pairs;
}

}  // namespace

void write_json(const Dispatcher& dispatcher, std::ostream& out) {
  Json json{{"problem", dispatcher.problem},
            {"scenario", dispatcher.scenario},
            {"assay", dispatcher.assay_version},
            {"machine", dispatcher.machine},
            {"devices", dispatcher.devices},
            {"features", features(dispatcher)},
            {"pairs", pairs(dispatcher)},
            {"tree", nodes(dispatcher)},
            {"seconds_of_decision", dispatcher.decision_time.seconds},
            {"decided_by", dispatcher.decision_time.by},
            {"seen", table(dispatcher.seen)}};
  if (dispatcher.held_out) json["held_out"] = table(*dispatcher.held_out);
  out << json.dump(2) << '\n';
}

}  // namespace assay::dispatch
