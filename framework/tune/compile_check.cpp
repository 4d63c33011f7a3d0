#include "framework/tune/compile_check.hpp"

#include <algorithm>
#include <utility>

#include "framework/core/space/corners.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {
namespace {

constexpr std::size_t most_corners = 16;

std::vector<Bindings> chosen_configurations(const SearchSpace& space) {
  std::vector<Bindings> chosen = each_value_once(space);
  for (Bindings& corner : corners(space, most_corners)) {
    if (std::find(chosen.begin(), chosen.end(), corner) == chosen.end()) {
      chosen.push_back(std::move(corner));
    }
  }
  return chosen;
}

// The compilations of one contender on one instance, in progress.
class Compilations {
 public:
  Compilations(const Contest& contest, const Contender& contender, double limit_seconds)
      : limit_seconds_(limit_seconds) {
    check_.contest = &contest;
    check_.contender = &contender;
  }

  void begin(const OpenInstance& instance, CompileAhead& compiler) {
    try {
      submit(instance, space_of(instance, *check_.contender), compiler);
    } catch (const EmptySpace& empty) {
      check_.left_out = empty.what();
    }
  }

  CompileCheck finish() {
    for (auto& [configuration, result] : pending_) {
      TrialResult outcome = result.get();
      ++check_.compiled;
      note_unchecked(outcome);
      if (outcome.ok()) continue;
      auto& list = outcome.status == TrialStatus::unsupported ? check_.excluded : check_.failures;
      list.push_back({std::move(configuration), std::move(outcome)});
    }
    return std::move(check_);
  }

 private:
  void note_unchecked(const TrialResult& outcome) {
    for (const Fact& fact : outcome.facts) {
      if (!fact.name.starts_with(unchecked_fact)) continue;
      check_.unchecked.insert(fact.name.substr(unchecked_fact.size()));
    }
  }

  void submit(const OpenInstance& instance, const SearchSpace& space, CompileAhead& compiler) {
    check_.size = space.size();
    TrialRequest request = request_of(instance, *check_.contender);
    request.compile_limit_seconds = limit_seconds_;
    for (Bindings& configuration : chosen_configurations(space)) {
      request.configuration = std::move(configuration);
      pending_.emplace_back(request.configuration, compiler.submit(request));
    }
  }

  double limit_seconds_;
  CompileCheck check_;
  std::vector<std::pair<Bindings, CompileAhead::Submitted>> pending_;
};

}  // namespace

std::vector<CompileCheck> compile_corners(const Plan& plan, WorkerClient& worker,
                                          const WorkerOptions& options, std::size_t processes,
                                          double limit_seconds) {
  CompileAhead compiler(options, processes);
  std::vector<Compilations> begun;
  for (const Contest& contest : plan.contests) {
    OpenInstance instance;
    instance.key = {contest.problem, contest.arguments};
    instance.record = worker.describe_instance(instance.key);
    for (const Contender& contender : contest.contenders) {
      begun.emplace_back(contest, contender, limit_seconds).begin(instance, compiler);
    }
  }
  std::vector<CompileCheck> checks;
  for (Compilations& each : begun) checks.push_back(each.finish());
  return checks;
}

}  // namespace assay
