#include "framework/tune/searched_space.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <set>
#include <string>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {
namespace {

constexpr const char* choice_name = "contender";

// The prefix that keeps the names of different contenders apart.
std::string prefix_of(std::size_t contender) { return fmt::format("c{}_", contender); }

std::string choice_of(const Contender& contender) {
  return fmt::format("{} on {}", contender.variant.name, contender.device.id);
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The expression with a prefix before each name in it.
std::string prefixed(const std::string& text, const std::string& prefix) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(text, names));
  const std::set<std::string> known(names.begin(), names.end());
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text[at] == '\'' || text[at] == '"') {
      end = std::min(text.find(text[at], at + 1), text.size() - 1) + 1;
    } else if (is_name_character(text[at])) {
      while (end < text.size() && is_name_character(text[end])) ++end;
      if (known.count(text.substr(at, end - at)) != 0) result += prefix;
    }
    result.append(text, at, end - at);
    at = end;
  }
  return result;
}

// All parameters and constraints of the contenders, each on the condition that its contender is
// chosen.
class Union {
 public:
  explicit Union(const OpenInstance& instance) : instance_(instance) {}

  void add(const Contender& contender) {
    const std::string prefix = prefix_of(choice_.values.size());
    const std::string chosen = fmt::format("{} == '{}'", choice_name, choice_of(contender));
    choice_.values.emplace_back(choice_of(contender));
    for (Parameter parameter : contender.parameters) {
      parameter.name = prefix + parameter.name;
      parameter.condition =
          parameter.condition.empty()
              ? chosen
              : fmt::format("{} and ({})", chosen, prefixed(parameter.condition, prefix));
      parameters_.push_back(std::move(parameter));
    }
    for (const Constraint& constraint : contender.constraints) {
      constraints_.push_back({fmt::format("{} != '{}' or ({})", choice_name, choice_of(contender),
                                          prefixed(constraint.expression, prefix)),
                              constraint.reason});
    }
    for (auto& [name, value] : constants_of(instance_, contender)) {
      constants_.emplace(prefix + name, value);
    }
  }

  SearchSpace space() && {
    choice_.name = choice_name;
    choice_.default_value = choice_.values.front();
    parameters_.insert(parameters_.begin(), std::move(choice_));
    return {std::move(parameters_), std::move(constraints_), std::move(constants_)};
  }

 private:
  const OpenInstance& instance_;
  Parameter choice_;
  std::vector<Parameter> parameters_;
  std::vector<Constraint> constraints_;
  std::map<std::string, Value> constants_;
};

Contender together(std::span<const Contender> contenders) {
  std::set<std::string> devices;
  for (const auto& contender : contenders) devices.insert(contender.device.id);
  Contender all;
  all.variant.name = fmt::format("{} variants together", contenders.size());
  all.device.id = fmt::format("{}", fmt::join(devices, ", "));
  return all;
}

}  // namespace

SearchedSpace::SearchedSpace(const OpenInstance& instance, std::span<const Contender> contenders)
    : contenders_(contenders) {
  if (contenders.size() == 1) {
    space_ = space_of(instance, contenders[0]);
    return;
  }
  Union all(instance);
  for (const auto& contender : contenders) {
    static_cast<void>(space_of(instance, contender));  // errors then have the contender's own names
    all.add(contender);
  }
  space_ = std::move(all).space();
  together_ = together(contenders);
}

SearchedSpace::Choice SearchedSpace::at(std::uint64_t index) const {
  Bindings configuration = space_->at(index);
  if (!together_) return {&contenders_[0], std::move(configuration)};
  const std::string chosen = std::get<std::string>(configuration.front().second);
  for (std::size_t k = 0; k < contenders_.size(); ++k) {
    if (choice_of(contenders_[k]) != chosen) continue;
    Choice choice{&contenders_[k], {}};
    const std::size_t skipped = prefix_of(k).size();
    // All further active parameters belong to the chosen contender.
    for (std::size_t p = 1; p < configuration.size(); ++p) {
      auto& [name, value] = configuration[p];
      choice.configuration.emplace_back(name.substr(skipped), std::move(value));
    }
    return choice;
  }
  throw internal_error("there is no contender '{}'", chosen);
}

std::optional<std::uint64_t> SearchedSpace::index_of(const Contender& contender,
                                                     const Bindings& configuration) const {
  if (!together_) return space_->index_of(configuration);
  Bindings whole{{choice_name, choice_of(contender)}};
  for (const auto& [name, value] : configuration) {
    whole.emplace_back(prefix_of(number_of(contender)) + name, value);
  }
  return space_->index_of(whole);
}

std::size_t SearchedSpace::number_of(const Contender& contender) const {
  return static_cast<std::size_t>(&contender - contenders_.data());
}

}  // namespace assay
