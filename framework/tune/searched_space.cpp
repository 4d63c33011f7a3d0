#include "framework/tune/searched_space.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {
namespace {

constexpr const char* choice_name = "contender";

// The prefix that keeps the names of different contenders apart.
std::string prefix_of(std::size_t contender) { return fmt::format("c{}_", contender); }

std::string choice_of(const Contender& contender) {
  return fmt::format("{} on {}", contender.variant.name, contender.device.id);
}

// All contenders as parts of one space.
SearchSpace joined(const OpenInstance& instance, std::span<const Contender> contenders) {
  std::vector<SpacePart> parts;
  for (const Contender& contender : contenders) {
    static_cast<void>(space_of(instance, contender));  // errors then name the contender
    parts.push_back({choice_of(contender), prefix_of(parts.size()), contender.parameters,
                     contender.constraints, constants_of(instance, contender)});
  }
  return SearchSpace::joined(choice_name, std::move(parts));
}

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
  space_ = joined(instance, contenders);
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
