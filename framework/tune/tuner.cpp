#include "framework/tune/tuner.hpp"

#include <fmt/format.h>

#include <thread>

#include "framework/core/error.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "framework/tune/finals.hpp"
#include "framework/tune/search.hpp"
#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

void tune_contest(Session& session, CompileAhead& compiler, TuneObserver& observer,
                  const Scenario& scenario, const Contest& contest, const OpenInstance& instance,
                  const std::atomic<bool>& stop) {
  std::vector<Finalist> finalists;
  for (const auto& contender : contest.contenders) {
    if (stop) return;
    session.ensure_peaks(contender.device);
    Search(session, compiler, observer, scenario, instance, contender).run(stop);
    const auto best =
        choose_finalists(session, instance, contender, scenario.finals.configurations);
    finalists.insert(finalists.end(), best.begin(), best.end());
  }
  run_finals(session, observer, scenario, instance, finalists, stop);
}

}  // namespace

Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop) {
  require_strategy(scenario.tune.strategy);
  CompileAhead compiler(workers, std::thread::hardware_concurrency());
  for (const auto& note : plan.notes) observer.note(note);
  Tuned tuned;
  for (std::size_t k = 0; k < plan.contests.size() && !stop; ++k) {
    const Contest& contest = plan.contests[k];
    observer.contest_begins(contest, k + 1, plan.contests.size());
    const OpenInstance instance = session.open(contest);
    observer.instance_opened(instance);
    tuned.instances.push_back(instance.id);
    tune_contest(session, compiler, observer, scenario, contest, instance, stop);
  }
  tuned.finished = !stop;
  session.finish(tuned.finished ? "finished" : "interrupted");
  return tuned;
}

}  // namespace assay
