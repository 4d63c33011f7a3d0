#include "framework/dispatch/subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"

namespace assay::dispatch {
namespace {

void require_one_problem(const std::vector<Contest>& contests) {
  std::set<std::string> problems;
  for (const Contest& contest : contests) problems.insert(contest.problem);
  if (problems.size() == 1) return;
  throw usage_error(
      "a dispatcher chooses for one problem, and the scenario has {}: choose one, as with --where "
      "problem={}",
      fmt::join(problems, ", "), *problems.begin());
}

std::vector<Feature> features_of(const std::vector<Contest>& contests) {
  std::vector<Feature> features;
  for (const auto& [name, value] : contests.front().arguments) {
    std::set<std::string> different;
    for (const Contest& contest : contests) {
      different.insert(to_string(*find(contest.arguments, name)));
    }
    if (different.size() < 2) continue;
    features.push_back({name, {}});
    if (std::holds_alternative<std::string>(value)) {
      features.back().texts.assign(different.begin(), different.end());
    }
  }
  return features;
}

}  // namespace

Subject subject_of(std::vector<Contest> seen, std::vector<Contest> held_out) {
  require_one_problem(seen);
  Subject subject{seen.front().problem, std::move(seen), {}, {}};
  for (Contest& contest : held_out) {
    if (contest.problem == subject.problem) subject.held_out.push_back(std::move(contest));
  }
  subject.features = features_of(subject.seen);
  if (subject.features.empty()) {
    throw usage_error(
        "'{}' has one instance, and a dispatcher chooses between instances: give more, as with "
        "sample = 100 in [[instance]] and ranges for its arguments",
        subject.problem);
  }
  return subject;
}

const Contender* contender_of(const Contest& contest, const Pair& pair) {
  for (const Contender& contender : contest.contenders) {
    if (contender.variant.name == pair.variant && contender.device.id == pair.device) {
      return &contender;
    }
  }
  return nullptr;
}

std::string key_of(const Pair& pair) {
  return fmt::format("{}\n{}\n{}", pair.variant, pair.device, canonical_text(pair.configuration));
}

}  // namespace assay::dispatch
