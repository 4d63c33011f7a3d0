#include "framework/report/problem_data.hpp"

#include "framework/report/process_strips.hpp"

namespace assay {
namespace {

PageJson feature_data(const Feature& feature) {
  PageJson values = PageJson::array();
  for (const auto& value : feature.values) {
    values.push_back(value ? PageJson(to_json(*value)) : PageJson(nullptr));
  }
  return {{"name", feature.name},
          {"unit", feature.unit},
          {"numeric", feature.numeric},
          {"values", values}};
}

PageJson phases_data(const Measurement& best) {
  PageJson phases = PageJson::array();
  for (const PhaseMedian& phase : best.phases) {
    phases.push_back({phase.name, chart_number(phase.host),
                      phase.device ? chart_number(*phase.device) : PageJson(nullptr)});
  }
  return phases;
}

PageJson processes_data(const Measurement& best) {
  PageJson processes = PageJson::array();
  for (const ProcessMedian& process : best.processes) {
    processes.push_back({process_name(best, process), chart_number(process.median)});
  }
  return processes;
}

PageJson result_data(std::size_t instance, std::size_t competitor, const Measurement& best) {
  return {{"instance", instance},
          {"competitor", competitor},
          {"value", chart_interval(best.value)},
          {"processes", processes_data(best)},
          {"speed_up", best.speed_up ? chart_interval(*best.speed_up) : PageJson(nullptr)},
          {"outside", chart_number(best.outside_phases)},
          {"phases", phases_data(best)}};
}

PageJson winner_data(const ProblemComparison& problem, std::size_t i) {
  const InstanceComparison& instance = *problem.instances[i];
  PageJson winner = {{"verdict", to_string(instance.verdict.kind)},
                     {"competitor", nullptr},
                     {"tied", PageJson::array()}};
  for (std::size_t c = 0; c < problem.competitors.size(); ++c) {
    const Entry* entry = problem.competitors[c].entries[i];
    const bool first = !instance.entries.empty() && entry == &instance.entries.front();
    if (first && entry->best) winner["competitor"] = c;
    for (const std::size_t tied : instance.verdict.tied) {
      if (entry == &instance.entries[tied]) winner["tied"].push_back(c);
    }
  }
  return winner;
}

template <class T>
PageJson labels_of(const std::vector<T>& labelled) {
  PageJson labels = PageJson::array();
  for (const auto& item : labelled) labels.push_back(item.label);
  return labels;
}

}  // namespace

PageJson problem_data(const ProblemComparison& problem) {
  PageJson instances = PageJson::array();
  PageJson winners = PageJson::array();
  PageJson results = PageJson::array();
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    instances.push_back(problem.names[i]);
    winners.push_back(winner_data(problem, i));
    for (std::size_t c = 0; c < problem.competitors.size(); ++c) {
      const Entry* entry = problem.competitors[c].entries[i];
      if (entry != nullptr && entry->best) results.push_back(result_data(i, c, *entry->best));
    }
  }
  PageJson features = PageJson::array();
  for (const Feature& feature : problem.features) features.push_back(feature_data(feature));
  return {{"label", problem.label},
          {"unit", problem.instances.front()->objective.unit()},
          {"reference", problem.reference},
          {"instances", instances},
          {"competitors", labels_of(problem.competitors)},
          {"features", features},
          {"results", results},
          {"winners", winners}};
}

}  // namespace assay
