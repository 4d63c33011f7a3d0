#include "framework/guard/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "framework/core/error.hpp"
#include "framework/tune/recorded.hpp"

namespace assay::guard {
namespace {

// The candidate's contender that corresponds to the baseline's `wanted`, or nullptr.
const Contender* counterpart(const assay::Plan& plan, const Contest& contest,
                             const Contender& wanted) {
  for (const Contest& other : plan.contests) {
    if (other.problem != contest.problem || other.arguments != contest.arguments) continue;
    for (const Contender& contender : other.contenders) {
      if (contender.variant.name == wanted.variant.name &&
          contender.device.id == wanted.device.id) {
        return &contender;
      }
    }
  }
  return nullptr;
}

// The reason why the candidate cannot be measured at the configuration; "" if it can.
std::string refusal(const OpenInstance& instance, const Contender& candidate,
                    const Bindings& configuration) {
  try {
    static_cast<void>(complete_configuration(instance, candidate, configuration));
  } catch (const Error& error) {
    return fmt::format("the candidate does not take the baseline's configuration: {}",
                       error.what());
  }
  const auto& parameters = candidate.variant.parameters;
  for (const Parameter& parameter : parameters) {
    if (parameter.condition.empty() && find(configuration, parameter.name) == nullptr) {
      return fmt::format("the candidate has a parameter '{}' that the baseline does not have",
                         parameter.name);
    }
  }
  return "";
}

// The best configuration of this build or else of the build searched last on this machine.
std::optional<Bindings> best_of_any_build(Session& session, const OpenInstance& instance,
                                          const Contender& contender) {
  if (auto own = recorded_best(session, instance, contender)) return own;
  const TrialKey key = session.key(instance, contender, {"search"});
  for (const TrialKey& other : session.store().searches_elsewhere(key)) {
    if (other.machine != key.machine || other.instance != key.instance) continue;
    const StoredTrial* best = nullptr;
    const auto trials = session.store().trials_like(other);
    for (const StoredTrial& trial : trials) {
      if (!trial.objective) continue;
      if (best == nullptr || trial.objective->median < best->objective->median) best = &trial;
    }
    if (best != nullptr) return best->key.configuration;
  }
  return std::nullopt;
}

void choose_configuration(Case& chosen, Session& session) {
  chosen.configuration = complete_configuration(chosen.instance, chosen.baseline, {});
  chosen.origin = "default";
  const auto best = best_of_any_build(session, chosen.instance, chosen.baseline);
  if (!best) return;
  try {
    chosen.configuration = complete_configuration(chosen.instance, chosen.baseline, *best);
    chosen.origin = "recorded best";
  } catch (const Error&) {
    // Recorded by a build with other parameters, so the default is kept.
  }
}

// The candidate's part of a scenario that the baseline supports in full.
struct CandidatePlan {
  assay::Plan plan;
  std::string refusal;  // why there is no plan; "" if there is one
};

CandidatePlan plan_candidate(Scenario scenario, const Catalog& catalog) {
  for (VariantSpec& variant : scenario.variants) variant.optional = true;
  try {
    return {make_plan(scenario, catalog), ""};
  } catch (const Error& error) {
    return {{}, fmt::format("the candidate cannot run the scenario: {}", error.what())};
  }
}

// The scenario without those of its variants that only the candidate has: they are new. Keeps at
// least one variant, since a scenario that names none means all.
Scenario known_to_baseline(Scenario scenario, const BuildCatalogs& catalogs) {
  const auto brings = [](const Catalog& catalog, const VariantSpec& spec) {
    return std::ranges::any_of(catalog.variants, [&](const VariantDescription& variant) {
      return variant.name == spec.name;
    });
  };
  std::vector<VariantSpec> known;
  std::ranges::copy_if(scenario.variants, std::back_inserter(known), [&](const auto& spec) {
    return brings(catalogs.baseline, spec) || !brings(catalogs.candidate, spec);
  });
  if (!known.empty()) scenario.variants = std::move(known);
  return scenario;
}

// One line for each variant and device that `more` has and `plan` does not.
std::set<std::string> additions(const assay::Plan& plan, const assay::Plan& more) {
  std::set<std::string> notes;
  for (const Contest& contest : more.contests) {
    for (const Contender& contender : contest.contenders) {
      if (counterpart(plan, contest, contender) != nullptr) continue;
      notes.insert(
          fmt::format("only the candidate has {} on {} of {}: there is nothing to compare it with",
                      contender.variant.name, contender.device.id, contest.problem));
    }
  }
  return notes;
}

// Provides the digest of the inputs that the candidate's problem creates. Asks the worker only if
// the candidate's problem is another build.
class CandidateInputs {
 public:
  CandidateInputs(const BuildCatalogs& catalogs, WorkerClient& worker)
      : catalogs_(catalogs), worker_(worker) {}

  std::string digest(const OpenInstance& instance) {
    const std::string& name = instance.key.problem;
    const auto& before = catalogs_.baseline.problem(name);
    const auto& after = catalogs_.candidate.problem(name);
    if (before.build_id == after.build_id) return instance.record.input_digest;
    return worker_.open_instance(instance.key).input_digest;
  }

 private:
  const BuildCatalogs& catalogs_;
  WorkerClient& worker_;
};

}  // namespace

std::string case_name(const Case& one) {
  const std::string measured = objective_of_mode(one.key.mode).name;
  const bool usual = measured.empty() || measured == Objective().name;
  return fmt::format("{} on {}{}", one.baseline.variant.name, one.baseline.device.id,
                     usual ? "" : fmt::format(" ({})", measured));
}

std::vector<std::string> names_of(const Case& one) {
  if (one.benchmark.empty()) return {one.baseline.variant.name};
  const std::string& problem = one.instance.record.problem;  // includes the tool: "nvbench/copy"
  return {one.benchmark, problem.substr(problem.find('/') + 1)};
}

GuardCaseKey case_key(Session& session, const Case& one) {
  const TrialKey trial = session.key(one.instance, one.baseline, {"guard"});
  return {one.instance.id, trial.variant,     session.store().variant(one.candidate.variant),
          trial.device,    one.configuration, trial.mode};
}

Cases make_cases(const Scenario& scenario, const BuildCatalogs& catalogs, Session& session,
                 WorkerClient& candidate_worker) {
  if (scenario.objective.is_own()) {
    throw usage_error(
        "{}: assay guard compares times and energy, not the objective '{}'; give it a scenario "
        "without it",
        scenario.objective.place, scenario.objective.label());
  }
  const assay::Plan before = make_plan(known_to_baseline(scenario, catalogs), catalogs.baseline);
  const CandidatePlan after = plan_candidate(scenario, catalogs.candidate);
  CandidateInputs inputs(catalogs, candidate_worker);
  Cases all;
  all.notes = before.notes;
  std::ranges::copy(additions(before, after.plan), std::back_inserter(all.notes));
  for (const Contest& contest : before.contests) {
    const OpenInstance instance = session.open(contest);
    const std::string digest = after.refusal.empty() ? inputs.digest(instance) : "";
    for (const Contender& contender : contest.contenders) {
      Case& one =
          all.cases.emplace_back(Case{instance, contender, contender, {}, "", "", {}, false, ""});
      choose_configuration(one, session);
      const Contender* other = counterpart(after.plan, contest, contender);
      if (!after.refusal.empty()) {
        one.problem = after.refusal;
      } else if (other == nullptr) {
        one.problem = "the candidate does not have this variant";
      } else if (digest != instance.record.input_digest) {
        one.problem = "the builds create different inputs from the same arguments";
      } else {
        one.candidate = *other;
        one.identical = one.baseline.variant.build_id == other->variant.build_id;
        one.problem = refusal(instance, *other, one.configuration);
      }
      one.key = case_key(session, one);
    }
  }
  return all;
}

}  // namespace assay::guard
