#include "framework/core/binding.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

// Messages call a declaration by its noun; the values that it lists are all that may be chosen.
const char* noun_of(const ArgumentDescription& /*argument*/) { return "argument"; }
const char* noun_of(const Parameter& /*parameter*/) { return "parameter"; }
const std::vector<Value>& listed_by(const ArgumentDescription& argument) {
  return argument.choices;
}
const std::vector<Value>& listed_by(const Parameter& parameter) { return parameter.values; }

template <class Declared>
const Declared& declared_as(const std::string& owner, const std::vector<Declared>& declared,
                            const std::string& name) {
  const auto at = std::ranges::find(declared, name, &Declared::name);
  if (at != declared.end()) return *at;
  std::vector<std::string> known;
  for (const Declared& each : declared) known.push_back(each.name);
  throw usage_error("{} has no {} '{}'; {}", owner, noun_of(Declared{}), name,
                    did_you_mean(name, known));
}

template <class Declared>
Value of_its_kind(const std::string& owner, const Declared& declared, const Value& given) {
  const Value& model = declared.default_value;
  if (given.index() == model.index()) return given;
  const auto* integer = std::get_if<std::int64_t>(&given);
  if (integer != nullptr && std::holds_alternative<double>(model)) {
    return static_cast<double>(*integer);
  }
  throw usage_error("{} '{}' of {} must be {}, not {} ({})", noun_of(declared), declared.name,
                    owner, kind_name(model), kind_name(given), to_string(given));
}

template <class Declared>
void require_listed(const std::string& owner, const Declared& declared, const Value& value) {
  const auto& listed = listed_by(declared);
  if (std::ranges::find(listed, value) != listed.end()) return;
  std::vector<std::string> texts;
  for (const Value& each : listed) texts.push_back(to_string(each));
  throw usage_error("{} '{}' of {} cannot be {}; choose one of: {}", noun_of(declared),
                    declared.name, owner, to_string(value), fmt::join(texts, ", "));
}

// The values given, each converted to the kind declared, in the order given.
template <class Declared>
Bindings converted(const std::string& owner, const std::vector<Declared>& declared,
                   const Bindings& given) {
  Bindings result;
  for (const auto& [name, value] : given) {
    result.emplace_back(name, of_its_kind(owner, declared_as(owner, declared, name), value));
  }
  return result;
}

template <class Declared>
Bindings with_defaults(const std::vector<Declared>& declared, const Bindings& given) {
  Bindings result;
  for (const Declared& each : declared) {
    const Value* value = find(given, each.name);
    result.emplace_back(each.name, value == nullptr ? each.default_value : *value);
  }
  return result;
}

}  // namespace

Bindings bind_arguments(const ProblemDescription& problem, const Bindings& given) {
  const std::string owner = fmt::format("problem '{}'", problem.name);
  Bindings bound = with_defaults(problem.arguments, converted(owner, problem.arguments, given));
  for (std::size_t k = 0; k < bound.size(); ++k) {
    const ArgumentDescription& argument = problem.arguments[k];
    if (!argument.choices.empty()) require_listed(owner, argument, bound[k].second);
  }
  return bound;
}

Bindings bind_parameters(const std::string& owner, const std::vector<Parameter>& parameters,
                         const Bindings& given) {
  return with_defaults(parameters, converted(owner, parameters, given));
}

Bindings bind_configuration(const std::string& owner, const std::vector<Parameter>& parameters,
                            const Bindings& configuration) {
  for (const Parameter& parameter : parameters) {
    if (!parameter.condition.empty() || find(configuration, parameter.name) != nullptr) continue;
    throw usage_error(
        "parameter '{}' of {} is not bound; only one with a condition may be left out",
        parameter.name, owner);
  }
  return bind_parameters(owner, parameters, configuration);
}

Bindings bind_listed(const std::string& owner, const std::vector<Parameter>& parameters,
                     const Bindings& given) {
  Bindings bound = converted(owner, parameters, given);
  for (const auto& [name, value] : bound) {
    require_listed(owner, declared_as(owner, parameters, name), value);
  }
  return bound;
}

}  // namespace assay
