#include "framework/report/history.hpp"

#include <map>
#include <tuple>

#include "framework/compare/measurement.hpp"

namespace assay {
namespace {

using Trials = std::vector<const StoredTrial*>;
// The machine, the instance, the name of the variant and the device.
using Series = std::tuple<std::int64_t, std::int64_t, std::string, std::string>;
// Trials by run and build, which are in order of their first trials.
using Stations = std::map<std::pair<std::int64_t, std::int64_t>, Trials>;

std::map<Series, Stations> stations_of(const PageModel& model) {
  std::map<Series, Stations> series;
  for (const StoredTrial& trial : model.trials) {
    const TrialKey& key = trial.key;
    series[{key.machine, key.instance, model.variants.at(key.variant).name, key.device}]
          [{trial.run, key.variant}]
              .push_back(&trial);
  }
  return series;
}

std::vector<HistoryPoint> points_of(const PageModel& model, const Stations& stations) {
  std::vector<HistoryPoint> points;
  if (stations.size() < 2) return points;
  for (const auto& [place, trials] : stations) {
    auto best =
        best_measurement(model.store, trials, model.objective(), model.comparison.confidence);
    if (!best) continue;
    best->tell(model.objective());
    points.push_back({place.first, model.variants.at(place.second).build_id, best->recorded,
                      best->value, best->samples});
  }
  return points;
}

std::vector<guard::ChangePoint> changes_in(const std::vector<HistoryPoint>& points) {
  const guard::ChangePointSettings settings;
  if (points.size() < 2 * settings.least_part) return {};
  std::vector<double> medians;
  for (const HistoryPoint& point : points) medians.push_back(point.value.median);
  return guard::change_points(medians, settings);
}

}  // namespace

std::vector<History> histories_of(const PageModel& model) {
  const auto series = stations_of(model);
  std::vector<History> histories;
  for (std::size_t k = 0; k < model.problems.size(); ++k) {
    const ProblemComparison& problem = model.problems[k];
    for (std::size_t i = 0; i < problem.instances.size(); ++i) {
      const std::int64_t machine = problem.machine->machine.id;
      const std::int64_t instance = problem.instances[i]->id;
      for (auto at = series.lower_bound({machine, instance, "", ""});
           at != series.end() && std::get<0>(at->first) == machine &&
           std::get<1>(at->first) == instance;
           ++at) {
        auto points = points_of(model, at->second);
        if (points.size() < 2) continue;
        auto changes = changes_in(points);
        histories.push_back({k, i, std::get<2>(at->first), std::get<3>(at->first),
                             std::move(points), std::move(changes)});
      }
    }
  }
  return histories;
}

}  // namespace assay
