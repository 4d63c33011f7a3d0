#include "framework/tune/recorded.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {

std::optional<Bindings> recorded_best(Session& session, const OpenInstance& instance,
                                      const Contender& contender) {
  for (const char* stage : {"final", "search"}) {
    auto trials = session.store().trials_like(session.key(instance, contender, {stage}));
    std::erase_if(trials, [](const StoredTrial& trial) { return !trial.objective; });
    const auto best = std::min_element(
        trials.begin(), trials.end(),
        [](const auto& a, const auto& b) { return a.objective->median < b.objective->median; });
    if (best != trials.end()) return best->key.configuration;
  }
  return std::nullopt;
}

Bindings complete_configuration(const OpenInstance& instance, const Contender& contender,
                                const Bindings& given) {
  const SearchSpace space = space_of(instance, contender);
  if (const auto nearest = space.nearest(given)) return space.at(*nearest);
  // Only to say what is wrong: the defaults with the given values.
  Bindings configuration = space.at(space.default_index());
  std::vector<std::string> names;
  for (const auto& parameter : space.parameters()) names.push_back(parameter.name);
  for (const auto& [name, value] : given) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw usage_error("variant '{}' has no parameter '{}'; {}", contender.variant.name, name,
                        did_you_mean(name, names));
    }
    std::erase_if(configuration, [&, &wanted = name](const auto& b) { return b.first == wanted; });
    configuration.emplace_back(name, value);
  }
  throw usage_error("the configuration {} is {}", to_string(configuration),
                    space.why_excluded(configuration));
}

}  // namespace assay
