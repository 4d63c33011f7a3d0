#include "framework/tune/trace_match.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace assay {
namespace {

// A name such as block_size_x means many things to many kernels; three of them together do not.
constexpr std::size_t fewest_parameters = 3;

// How to turn configurations of a trace into those of a contender.
struct Translation {
  std::vector<std::string> shared;  // names of parameters
  Bindings constants;               // of the contender alone
};

const Parameter* named(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

std::optional<Translation> translation_of(const std::vector<Parameter>& trace,
                                          const std::vector<Parameter>& own) {
  Translation translation;
  for (const Parameter& parameter : trace) {
    if (named(own, parameter.name) == nullptr && parameter.values.size() > 1) return std::nullopt;
  }
  for (const Parameter& parameter : own) {
    if (named(trace, parameter.name) != nullptr) {
      translation.shared.push_back(parameter.name);
    } else if (parameter.values.size() == 1) {
      translation.constants.emplace_back(parameter.name, parameter.values.front());
    } else {
      return std::nullopt;
    }
  }
  if (translation.shared.size() < fewest_parameters) return std::nullopt;
  return translation;
}

Bindings translated(const Bindings& configuration, const Translation& translation) {
  Bindings result = translation.constants;
  for (const std::string& name : translation.shared) {
    result.emplace_back(name, *find(configuration, name));
  }
  return result;
}

}  // namespace

std::optional<EarlierSearch> matching_search(const RecordedSpace& trace, const SearchedSpace& space,
                                             const Contender& contender) {
  const auto translation = translation_of(trace.parameters, contender.parameters);
  if (!translation) return std::nullopt;
  EarlierSearch search;
  bool succeeded = false;
  for (std::size_t k = 0; k < trace.configurations.size(); ++k) {
    const auto index = space.index_of(contender, translated(trace.at(k), *translation));
    if (!index) continue;
    search.trials.push_back({*index, trace.outcomes[k].objective});
    succeeded = succeeded || trace.outcomes[k].objective;
  }
  if (!succeeded || 2 * search.trials.size() < trace.configurations.size()) return std::nullopt;
  return search;
}

}  // namespace assay
