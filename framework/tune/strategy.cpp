#include "framework/tune/strategy.hpp"

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/tune/bayesian.hpp"
#include "framework/tune/ordered_strategy.hpp"

namespace assay {
namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Strategy> (*make)(const SearchSpace&, std::uint64_t seed);
};

// All strategies there are: a new one is a file and a line here.
constexpr Entry entries[] = {
    {"exhaustive", make_exhaustive}, {"random", make_random}, {"bayesian", make_bayesian}};

const Entry& entry_named(const std::string& name) {
  for (const auto& entry : entries) {
    if (name == entry.name) return entry;
  }
  throw usage_error("there is no strategy '{}'; {}", name, did_you_mean(name, strategy_names()));
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(const std::string& name, const SearchSpace& space,
                                        std::uint64_t seed) {
  return entry_named(name).make(space, seed);
}

void require_strategy(const std::string& name) { static_cast<void>(entry_named(name)); }

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.emplace_back(entry.name);
  return names;
}

}  // namespace assay
