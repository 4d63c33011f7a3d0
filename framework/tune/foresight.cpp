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

// Facts of instances, and which expressions hang on them.
class Facts {
 public:
  explicit Facts(const ArrayProblemDescription* problem) : of_plugin_(problem == nullptr) {}

  // Whether a name that is unknown now may be a fact of the instance. A plugin says which it has
  // when it creates one.
  [[nodiscard]] bool may_be(const std::string& name) const {
    return of_plugin_ || name == "input_bytes" || name == "output_bytes";
  }

  // The first such name of an expression; "" if it has none.
  [[nodiscard]] std::string first_in(const std::string& expression,
                                     const std::set<std::string>& known) const {
    std::vector<std::string> names;
    try {
      static_cast<void>(Expression::parse_collecting(expression, names));
    } catch (const Error&) {
      return "";  // the space tells what is wrong with it
    }
    const auto found = std::ranges::find_if(
        names, [&](const auto& name) { return !known.contains(name) && may_be(name); });
    return found == names.end() ? "" : *found;
  }

 private:
  bool of_plugin_;
};

// A contender without what hangs on facts of the instance.
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
    dropped_.insert(fmt::format("{}: '{}' is looked at when the instance is there: '{}' can only be a "
                                "fact of it",
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

// What creating the instance evaluates first.
void require_sizes(const ArrayProblemDescription& problem, const Bindings& arguments) {
  const FormulaNames names(arguments);
  for (const ArrayDescription& array : problem.arrays) {
    static_cast<void>(names.counts(array.shape));
  }
  for (const auto* amount : {&problem.flops, &problem.bytes}) {
    if (*amount) static_cast<void>(names.number(**amount));
  }
}

}  // namespace

std::vector<ForeseenContest> foresee(const Scenario& scenario, const Plan& plan,
                                     TuneObserver& observer, double seconds) {
  const Stopwatch watch;
  Serving serving(plan);
  std::vector<ForeseenContest> foreseen;
  std::set<std::string> told;
  for (const Contest& contest : plan.contests) {
    if (watch.seconds() > seconds) {
      observer.note(fmt::format("the spaces of {} more instances are not looked at",
                                plan.contests.size() - foreseen.size()));
      return foreseen;
    }
    const auto* problem = kernel_problem(scenario, contest.problem);
    if (problem != nullptr) require_sizes(*problem, contest.arguments);
    OpenInstance instance;
    instance.record.problem = contest.problem;
    instance.record.arguments = contest.arguments;
    Contest without_facts{contest.problem, contest.arguments, {}};
    std::vector<std::string> bounded;  // variants of which something was dropped
    for (const Contender& contender : contest.contenders) {
      const Facts facts(problem);
      const Foreseeable foreseeable(facts, instance, contender);
      without_facts.contenders.push_back(foreseeable.contender());
      if (!foreseeable.dropped().empty()) bounded.push_back(contender.variant.name);
      for (const auto& line : foreseeable.dropped()) {
        if (told.insert(line).second) observer.note(line);
      }
    }
    auto& spaces = foreseen.emplace_back(ForeseenContest{&contest, {}}).spaces;
    for (Contender& contender : serving.on(instance, without_facts, observer)) {
      const std::uint64_t size = space_of(instance, contender).size();
      const bool at_most = std::ranges::count(bounded, contender.variant.name) > 0;
      spaces.push_back({std::move(contender), size, at_most});
    }
  }
  serving.require_any();
  return foreseen;
}

}  // namespace assay
