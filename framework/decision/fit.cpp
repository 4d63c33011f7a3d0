#include "framework/decision/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay::decision {
namespace {

void require_arguments(const Decision& decision, const ProblemDescription& problem) {
  for (const Feature& feature : decision.features) {
    if (feature.is_fact) continue;  // problems tell their facts with each instance alone
    const auto argument =
        std::ranges::find(problem.arguments, feature.name, &ArgumentDescription::name);
    if (argument == problem.arguments.end()) {
      std::vector<std::string> known;
      for (const auto& each : problem.arguments) known.push_back(each.name);
      throw usage_error("it chooses by '{}', which is no argument of the problem '{}'; {}",
                        feature.name, problem.name, did_you_mean(feature.name, known));
    }
    const bool is_text = std::holds_alternative<std::string>(argument->default_value);
    if (is_text != !feature.texts.empty()) {
      throw usage_error(
          "it chooses by '{}' as {}, but the problem '{}' takes it as {}: make the dispatcher anew",
          feature.name, feature.texts.empty() ? "a number" : "a text", problem.name,
          kind_name(argument->default_value));
    }
  }
}

// Throws unless the variant is of the device's backend and takes the pair's configuration.
void require_pair(const Pair& pair, const VariantDescription& variant) {
  const std::string backend = backend_of(pair);
  if (variant.backend != backend) {
    throw usage_error("the pair {} is for {}, but the variant runs on {}", label_of(pair),
                      pair.device, variant.backend);
  }
  const std::string owner = fmt::format("variant '{}'", variant.name);
  try {
    static_cast<void>(bind_listed(owner, variant.parameters, pair.configuration));
    static_cast<void>(bind_configuration(owner, variant.parameters, pair.configuration));
  } catch (const Error& error) {
    throw usage_error("the pair {}: {}", label_of(pair), error.what());
  }
}

}  // namespace

void require_fit(const Decision& decision, const Catalog& catalog) {
  require_arguments(decision, catalog.problem(decision.problem));
  for (const Pair& pair : decision.pairs) {
    for (const auto* variant : catalog.variants_named(decision.problem, pair.variant)) {
      require_pair(pair, *variant);
    }
  }
}

std::vector<std::string> other_builds(const Decision& decision, const Catalog& catalog) {
  std::set<std::string> lines;
  for (std::size_t j = 0; j < decision.pairs.size(); ++j) {
    const auto loaded = catalog.variants_named(decision.problem, decision.pairs[j].variant);
    if (std::ranges::find(loaded, decision.builds[j], &VariantDescription::build_id) !=
        loaded.end()) {
      continue;
    }
    lines.insert(fmt::format(
        "{} was of build {} when the dispatcher was made, and is of build {} now: the choices stay "
        "right, but may be slow",
        decision.pairs[j].variant, decision.builds[j], loaded.front()->build_id));
  }
  return {lines.begin(), lines.end()};
}

}  // namespace assay::decision
