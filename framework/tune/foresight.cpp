#include "framework/tune/foresight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/measure/clock.hpp"
#include "framework/tune/contender_space.hpp"
#include "framework/tune/serving.hpp"

namespace assay {
namespace {

const ArrayProblemDescription* kernel_problem(const Scenario& scenario, const std::string& name) {
  const auto& problems = scenario.kernels.problems;
  const auto found = std::ranges::find(problems, name, &ArrayProblemDescription::name);
  return found == problems.end() ? nullptr : &*found;
}

// The facts that instances of a problem may have, and the expressions that depend on them.
class Facts {
 public:
  explicit Facts(const ArrayProblemDescription* problem) : of_plugin_(problem == nullptr) {}

  // Whether an unknown name may be a fact of the instance. A plugin announces its facts only when
  // it creates an instance.
  [[nodiscard]] bool may_be(const std::string& name) const {
    return of_plugin_ || name == "input_bytes" || name == "output_bytes";
  }

  // The first name in an expression that may be a fact of the instance; "" if there is none.
  [[nodiscard]] std::string first_in(const std::string& expression,
                                     const std::set<std::string>& known) const {
    std::vector<std::string> names;
    try {
      static_cast<void>(Expression::parse_collecting(expression, names));
    } catch (const Error&) {
      return "";  // the space reports what is wrong with it
    }
    const auto found = std::ranges::find_if(
        names, [&](const auto& name) { return !known.contains(name) && may_be(name); });
    return found == names.end() ? "" : *found;
  }

 private:
  bool of_plugin_;
};

// A contender without the expressions that depend on facts of the instance.
class Foreseeable {
 public:
  Foreseeable(const Facts& facts, const OpenInstance& instance, const Contender& contender)
      : facts_(facts), contender_(contender) {
    for (const auto& constant : constants_of(instance, contender)) known_.insert(constant.first);
    for (const auto& parameter : contender.parameters) known_.insert(parameter.name);
    for (const auto& parameter : contender.variant.parameters) known_.insert(parameter.name);
    drop(contender_.parameters);
    drop(contender_.variant.parameters);
    drop(contender_.constraints);
    drop(contender_.variant.constraints);
  }

  [[nodiscard]] const Contender& contender() const { return contender_; }
  // A line for each expression that was dropped.
  [[nodiscard]] const std::set<std::string>& dropped() const { return dropped_; }

 private:
  bool drops(const std::string& expression) {
    const std::string fact = facts_.first_in(expression, known_);
    if (fact.empty()) return false;
    dropped_.insert(
        fmt::format("{}: '{}' can only be checked once the instance is created, because '{}' must "
                    "be a fact of it",
                    contender_.variant.name, expression, fact));
    return true;
  }
  void drop(std::vector<Constraint>& constraints) {
    std::erase_if(constraints, [&](const auto& each) { return drops(each.expression); });
  }
  void drop(std::vector<Parameter>& parameters) {
    for (Parameter& parameter : parameters) {
      if (drops(parameter.condition)) parameter.condition.clear();
    }
  }

  const Facts& facts_;
  Contender contender_;
  std::set<std::string> known_;
  std::set<std::string> dropped_;
};

// Evaluates what creating the instance evaluates first.
void require_sizes(const ArrayProblemDescription& problem, const Bindings& arguments) {
  const FormulaNames names(arguments);
  for (const ArrayDescription& array : problem.arrays) {
    static_cast<void>(names.counts(array.shape));
  }
  for (const auto* amount : {&problem.flops, &problem.bytes}) {
    if (*amount) static_cast<void>(names.number(**amount));
  }
}

// Looks at one contest after another.
class Foresight {
 public:
  Foresight(const Scenario& scenario, const Plan& plan, TuneObserver& observer)
      : scenario_(scenario), serving_(plan), observer_(observer) {}

  ForeseenContest at(const Contest& contest) {
    const auto* problem = kernel_problem(scenario_, contest.problem);
    if (problem != nullptr) require_sizes(*problem, contest.arguments);
    OpenInstance instance;
    instance.record.problem = contest.problem;
    instance.record.arguments = contest.arguments;
    std::set<std::string> bounded;  // variants that lost an expression
    const Contest foreseeable = without_facts(contest, Facts(problem), instance, bounded);
    ForeseenContest foreseen{&contest, {}};
    for (auto& [contender, size] : serving_.on(instance, foreseeable, observer_)) {
      const bool at_most = bounded.contains(contender.variant.name);
      foreseen.spaces.push_back({std::move(contender), size, at_most});
    }
    return foreseen;
  }

  void require_any() const { serving_.require_any(); }

 private:
  Contest without_facts(const Contest& contest, const Facts& facts, const OpenInstance& instance,
                        std::set<std::string>& bounded) {
    Contest result{contest.problem, contest.arguments, {}};
    for (const Contender& contender : contest.contenders) {
      const Foreseeable foreseeable(facts, instance, contender);
      result.contenders.push_back(foreseeable.contender());
      for (const auto& line : foreseeable.dropped()) {
        bounded.insert(contender.variant.name);
        if (told_.insert(line).second) observer_.note(line);
      }
    }
    return result;
  }

  const Scenario& scenario_;
  Serving serving_;
  TuneObserver& observer_;
  std::set<std::string> told_;
};

}  // namespace

std::vector<ForeseenContest> foresee(const Scenario& scenario, const Plan& plan,
                                     TuneObserver& observer, double seconds) {
  require_contenders(plan);
  const Stopwatch watch;
  Foresight foresight(scenario, plan, observer);
  std::vector<ForeseenContest> foreseen;
  for (const Contest& contest : plan.contests) {
    if (watch.seconds() > seconds) {
      observer.note(fmt::format("the spaces of {} more instances are not checked beforehand",
                                plan.contests.size() - foreseen.size()));
      return foreseen;
    }
    foreseen.push_back(foresight.at(contest));
  }
  foresight.require_any();
  return foreseen;
}

}  // namespace assay
