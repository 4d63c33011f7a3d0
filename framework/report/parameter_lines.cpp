#include "framework/report/parameter_lines.hpp"

#include <map>

#include "framework/compare/measurement.hpp"

namespace assay {
namespace {

// The best results by parameter, value and instance.
using Bests = std::map<std::string, std::map<Value, std::map<std::size_t, Interval>>>;

void add_trials(Bests& bests, const std::vector<const StoredTrial*>& trials, std::size_t instance) {
  for (const StoredTrial* trial : trials) {
    if (!is_verified(*trial)) continue;
    for (const auto& [name, value] : trial->key.configuration) {
      const auto [best, is_new] = bests[name][value].emplace(instance, *trial->objective);
      if (!is_new && trial->objective->median < best->second.median) {
        best->second = *trial->objective;
      }
    }
  }
}

}  // namespace

std::vector<ParameterLines> parameter_lines(const PageModel& model,
                                            const ProblemComparison& problem,
                                            const Competitor& competitor) {
  Bests bests;
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const Entry* entry = competitor.entries[i];
    if (entry != nullptr) add_trials(bests, model.trials_of(problem, i, *entry), i);
  }
  std::vector<ParameterLines> lines;
  for (const auto& [name, values] : bests) {
    if (values.size() < 2 || values.size() > most_lines) continue;
    ParameterLines& line = lines.emplace_back();
    line.parameter = name;
    for (const auto& [value, instances] : values) {
      for (const auto& [instance, best] : instances) {
        line.points.push_back({instance, line.values.size(), model.objective().told(best)});
      }
      line.values.push_back(value);
    }
  }
  return lines;
}

}  // namespace assay
