#include "framework/tune/finals.hpp"

#include <algorithm>
#include <random>

namespace assay {
namespace {

struct Heat {
  const Finalist* finalist;
  std::uint32_t process;
};

bool recorded(Session& session, const OpenInstance& instance, const Heat& heat) {
  const auto trials = session.store().trials_like(
      session.key(instance, *heat.finalist->contender, {"final", heat.process}));
  const std::string configuration = canonical_text(heat.finalist->configuration);
  return std::any_of(trials.begin(), trials.end(), [&](const StoredTrial& trial) {
    return trial.key.process == heat.process &&
           canonical_text(trial.key.configuration) == configuration;
  });
}

}  // namespace

std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       const Contender& contender, std::size_t count) {
  auto trials = session.store().trials_like(session.key(instance, contender, {"search"}));
  std::erase_if(trials, [](const StoredTrial& trial) { return !trial.objective; });
  std::stable_sort(trials.begin(), trials.end(), [](const StoredTrial& a, const StoredTrial& b) {
    return a.objective->median < b.objective->median;
  });
  std::vector<Finalist> finalists;
  for (const auto& trial : trials) {
    if (finalists.size() == count) break;
    finalists.push_back({&contender, trial.key.configuration});
  }
  return finalists;
}

void run_finals(Session& session, TuneObserver& observer, const Scenario& scenario,
                const OpenInstance& instance, const std::vector<Finalist>& finalists,
                const std::atomic<bool>& stop) {
  const std::size_t count = finalists.size() * scenario.finals.processes;
  std::size_t done = 0;
  for (std::uint32_t process = 0; process < scenario.finals.processes; ++process) {
    std::vector<Heat> heats;
    for (const auto& finalist : finalists) heats.push_back({&finalist, process});
    std::mt19937_64 random(scenario.tune.seed * 1'000'003 + process);
    std::shuffle(heats.begin(), heats.end(), random);
    std::erase_if(heats, [&](const Heat& heat) { return recorded(session, instance, heat); });
    done += finalists.size() - heats.size();
    if (heats.empty()) continue;
    session.worker().restart();
    for (const auto& heat : heats) {
      if (stop) return;
      const auto& [contender, configuration] = *heat.finalist;
      const auto measurement = session.measure(instance, *contender, configuration,
                                               scenario.finals.sampling, {"final", process});
      observer.final_done(*contender, configuration, measurement, ++done, count);
    }
  }
}

}  // namespace assay
