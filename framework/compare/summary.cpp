#include "framework/compare/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

// One label over all instances.
struct Standing {
  std::string label;
  std::size_t first_seen = 0;
  std::size_t results = 0;
  std::size_t fastest = 0;
  double logarithms = 0;  // of its median over the fastest one's
  double worst = 1;
  std::string worst_on;  // an instance's label
};

// Entries with results come first, the fastest at the front.
void count(const InstanceComparison& instance, std::map<std::string, Standing>& standings) {
  for (const Entry& entry : instance.entries) {
    const auto [found, is_new] = standings.try_emplace(entry.label);
    Standing& standing = found->second;
    if (is_new) {
      standing.label = entry.label;
      standing.first_seen = standings.size();
    }
    if (!entry.best) continue;
    ++standing.results;
    if (&entry == &instance.entries.front()) ++standing.fastest;
    // Where larger values are better, the front has the larger one.
    const double ratio =
        std::abs(std::log(entry.best->value.median / instance.entries.front().best->value.median));
    if (!std::isfinite(ratio)) continue;
    standing.logarithms += ratio;
    if (std::exp(ratio) <= standing.worst) continue;
    standing.worst = std::exp(ratio);
    standing.worst_on = instance.label;
  }
}

std::vector<Standing> standings_of(std::span<const InstanceComparison> instances) {
  std::map<std::string, Standing> found;
  for (const InstanceComparison& instance : instances) count(instance, found);
  std::vector<Standing> standings;
  for (auto& [_, standing] : found) standings.push_back(std::move(standing));
  std::ranges::sort(standings, {}, &Standing::first_seen);
  std::ranges::stable_sort(standings, std::greater(), &Standing::fastest);
  return standings;
}

std::string of_instances(std::size_t count) {
  return fmt::format("{} instance{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::vector<std::span<const InstanceComparison>> by_problem(
    const std::vector<InstanceComparison>& instances) {
  std::vector<std::span<const InstanceComparison>> problems;
  for (std::size_t first = 0; first < instances.size();) {
    std::size_t last = first;
    while (last < instances.size() &&
           instances[last].record.problem == instances[first].record.problem) {
      ++last;
    }
    problems.push_back(std::span(instances).subspan(first, last - first));
    first = last;
  }
  return problems;
}

Table summary_table(std::span<const InstanceComparison> instances) {
  Table table{{{"variant"},
               {"results", true},
               {"fastest on", true},
               {"over the fastest", true},
               {"worst", true},
               {"on"}},
              {}};
  for (const Standing& one : standings_of(instances)) {
    const auto results = static_cast<double>(one.results);
    const double mean = std::exp(one.logarithms / std::max(results, 1.0));
    table.rows.push_back(
        {{one_line(one.label)},
         {std::to_string(one.results), Meaning::plain, results},
         {std::to_string(one.fastest), Meaning::plain, static_cast<double>(one.fastest)},
         one.results == 0 ? Cell{"no result", Meaning::bad}
                          : Cell{format_ratio(mean), Meaning::plain, mean},
         one.results == 0 ? Cell{} : Cell{format_ratio(one.worst), Meaning::plain, one.worst},
         {one_line(one.worst_on), Meaning::minor}});
  }
  return table;
}

std::vector<std::string> summary_sentences(std::span<const InstanceComparison> instances) {
  std::map<Verdict::Kind, std::size_t> verdicts;
  std::map<std::string, std::map<TrialStatus, std::size_t>> failures;
  for (const InstanceComparison& instance : instances) {
    ++verdicts[instance.verdict.kind];
    for (const Entry& entry : instance.entries) {
      for (const FailureKind& kind : entry.failures)
        failures[entry.label][kind.status] += kind.count;
    }
  }
  std::vector<std::string> said;
  for (const auto& [kind, words] : std::initializer_list<std::pair<Verdict::Kind, const char*>>{
           {Verdict::Kind::winner, "a winner is decided on {}"},
           {Verdict::Kind::tie, "variants are equivalent on {}"},
           {Verdict::Kind::undecided, "the fastest is undecided on {}"},
           {Verdict::Kind::only, "only one variant has a result on {}"},
           {Verdict::Kind::none, "none has a result on {}"}}) {
    if (verdicts[kind] > 0) said.push_back(fmt::format(fmt::runtime(words), verdicts[kind]));
  }
  std::vector<std::string> sentences{
      fmt::format("Of {}, {}.", of_instances(instances.size()), fmt::join(said, ", "))};
  for (const auto& [label, kinds] : failures) {
    std::vector<std::string> counts;
    for (const auto& [status, count] : kinds) {
      counts.push_back(fmt::format("{} {}", count, to_string(status)));
    }
    sentences.push_back(fmt::format("{} failed: {}.", one_line(label), fmt::join(counts, ", ")));
  }
  return sentences;
}

}  // namespace assay
