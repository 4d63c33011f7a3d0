#include "framework/compare/pareto_fronts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "framework/compare/labels.hpp"
#include "framework/core/pareto_front.hpp"

namespace assay {
namespace {

bool is_across(const ParetoSpec& spec, const std::string& argument) {
  return std::any_of(spec.across.begin(), spec.across.end(),
                     [&](const ParetoArgument& across) { return across.name == argument; });
}

// The arguments in which a group's instances may differ, if `across`; otherwise those they share.
Bindings arguments_of(const InstanceRecord& record, const ParetoSpec& spec, bool across) {
  Bindings chosen;
  for (const auto& argument : record.arguments) {
    if (is_across(spec, argument.first) == across) chosen.push_back(argument);
  }
  return chosen;
}

// The arguments of ParetoSpec::across that have more than one value in the group.
std::set<std::string> differing_arguments(const std::vector<InstanceComparison>& instances,
                                          const std::vector<std::size_t>& group,
                                          const ParetoSpec& spec) {
  std::map<std::string, std::set<std::string>> values;
  for (const std::size_t k : group) {
    for (const auto& [name, value] : arguments_of(instances[k].record, spec, true)) {
      values[name].insert(canonical_text({{name, value}}));
    }
  }
  std::set<std::string> names;
  for (const auto& [name, distinct] : values) {
    if (distinct.size() > 1) names.insert(name);
  }
  return names;
}

std::string unit_of(const std::string& name, const std::vector<Fact>& facts,
                    const InstanceRecord& record, const Beside& beside) {
  for (const auto* known : {&record.facts, &facts}) {
    for (const Fact& fact : *known) {
      if (fact.name == name) return fact.unit;
    }
  }
  for (const DerivedQuantity* quantity : quantities_of(record, beside)) {
    if (quantity->name == name) return quantity->unit;
  }
  return name == "seconds" || name == "prepare_seconds" ? "s" : "";
}

void add_once(std::vector<std::string>& notes, const std::string& note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

std::string counted(std::size_t count) {
  return fmt::format("{} configuration{}", count, count == 1 ? "" : "s");
}

// The candidates for one front.
class ParetoCandidates {
 public:
  explicit ParetoCandidates(const ParetoJudge& judge) : judge_(judge) {}

  void add(std::size_t instance, const InstanceRecord& record, const Entry& entry,
           const JudgedConfiguration& judged) {
    const auto& [result, standing] = judged;
    if (!standing.complete()) {
      for (std::size_t k = 0; k < standing.values.size(); ++k) {
        if (!std::isfinite(standing.values[k])) ++unknown_[judge_.spec().axes[k].name];
      }
      return;
    }
    if (!standing.keeps()) {
      ++broken_;
      return;
    }
    if (points_.empty()) first_facts_ = result.measured.facts;
    points_.push_back({result.measured.value, judge_.costs(standing)});
    candidates_.push_back({instance, entry.label, entry.variant.name, entry.device,
                           arguments_of(record, judge_.spec(), true), result.measured.parameters,
                           result.stage, result.measured.value, standing.values});
  }

  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] const std::vector<Fact>& first_facts() const { return first_facts_; }

  // The members of the front, with only those of their arguments that `shown` names.
  [[nodiscard]] std::vector<ParetoMember> members(const std::set<std::string>& shown) const {
    std::vector<ParetoMember> members;
    for (const std::size_t index : pareto_front(points_)) {
      members.push_back(candidates_[index]);
      std::erase_if(members.back().arguments,
                    [&](const auto& argument) { return shown.count(argument.first) == 0; });
    }
    return members;
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const auto& [name, count] : unknown_) {
      notes.push_back(fmt::format("{} left out of the front: no finite {}", counted(count), name));
    }
    if (broken_ > 0) {
      notes.push_back(fmt::format("{} left out of the front for not meeting {}", counted(broken_),
                                  requirements_text(judge_.spec())));
    }
    return notes;
  }

 private:
  const ParetoJudge& judge_;
  std::vector<ParetoPoint> points_;
  std::vector<ParetoMember> candidates_;
  std::vector<Fact> first_facts_;
  std::map<std::string, std::size_t> unknown_;  // number of configurations by the missing axis
  std::size_t broken_ = 0;
};

// The gaps that all of an entry's results have. A gap of one result is chance; a gap of all may be
// a misspelt name.
std::vector<ParetoGap> common_gaps(const std::vector<JudgedConfiguration>& judged) {
  std::vector<ParetoGap> common = judged.front().standing.gaps;
  for (const JudgedConfiguration& one : judged) keep_common(common, one.standing.gaps);
  return common;
}

}  // namespace

const ParetoSpec* ParetoResults::spec_of(const InstanceRecord& record) const {
  for (const ParetoSpec& spec : options_->pareto) {
    const bool holds = matches_any(spec.instances, record.problem, record.arguments);
    if (holds && !spec.empty()) return &spec;
  }
  return nullptr;
}

std::vector<const StoredTrial*> ParetoResults::admitted(
    std::int64_t instance, const InstanceRecord& record,
    const std::vector<const StoredTrial*>& trials) {
  const ParetoSpec* spec = spec_of(record);
  if (spec == nullptr || trials.empty()) return trials;
  const TrialKey& key = trials.front()->key;
  auto& judged = judged_[{instance, key.variant, key.device}];
  const ParetoJudge judge(*spec, options_->beside);
  std::set<std::string> broken;
  for (auto& result : measured_configurations(*store_, trials, *objective_, options_->confidence)) {
    ParetoStanding standing = judge.standing(record, *objective_, result.measured);
    if (!standing.keeps()) broken.insert(canonical_text(result.measured.parameters));
    judged.push_back({std::move(result), std::move(standing)});
  }
  std::vector<const StoredTrial*> kept;
  std::copy_if(trials.begin(), trials.end(), std::back_inserter(kept),
               [&](const StoredTrial* trial) {
                 return broken.count(canonical_text(trial->key.configuration)) == 0;
               });
  return kept;
}

const std::vector<JudgedConfiguration>* ParetoResults::judged_of(const InstanceComparison& instance,
                                                                 const Entry& entry) const {
  const auto found = judged_.find({instance.id, entry.variant.id, entry.device});
  return found == judged_.end() ? nullptr : &found->second;
}

void ParetoResults::explain(InstanceComparison& instance) const {
  const ParetoSpec* spec = spec_of(instance.record);
  if (spec == nullptr) return;
  instance.requirements = requirements_text(*spec);
  for (const Entry& entry : instance.entries) {
    const auto* judged = judged_of(instance, entry);
    if (judged == nullptr || judged->empty()) continue;
    if (!entry.best) {
      add_once(instance.notes, fmt::format("{}: none of its {} verified meets {}", entry.label,
                                           counted(judged->size()), instance.requirements));
    }
    for (const auto& [number, text] : common_gaps(*judged)) {
      add_once(instance.notes, fmt::format("{}: {}", entry.label, text));
    }
  }
}

ParetoFront ParetoResults::front_of(const ParetoSpec& spec,
                                    const std::vector<InstanceComparison>& instances,
                                    const std::vector<std::size_t>& group) const {
  const ParetoJudge judge(spec, options_->beside);
  ParetoCandidates candidates(judge);
  for (const std::size_t k : group) {
    for (const Entry& entry : instances[k].entries) {
      const auto* judged = judged_of(instances[k], entry);
      if (judged == nullptr) continue;
      for (const auto& one : *judged) candidates.add(k, instances[k].record, entry, one);
    }
  }
  ParetoFront front;
  front.objective = *objective_;
  front.requirements = requirements_text(spec);
  for (const ParetoAxis& axis : spec.axes) {
    front.axes.push_back(
        {axis.name,
         unit_of(axis.name, candidates.first_facts(), instances[group[0]].record, options_->beside),
         axis.higher});
  }
  front.candidates = candidates.size();
  front.members = candidates.members(differing_arguments(instances, group, spec));
  front.notes = candidates.notes();
  const auto searched = std::count_if(front.members.begin(), front.members.end(),
                                      [](const auto& member) { return member.stage == "search"; });
  if (searched > 0) {
    front.notes.push_back(
        fmt::format("{} of {} members known only from the search, which flatters them; give "
                    "[finals] more configurations to measure them again",
                    searched, front.members.size()));
  }
  return front;
}

std::vector<ParetoFront> ParetoResults::fronts(
    const std::vector<InstanceComparison>& instances) const {
  struct Group {
    const ParetoSpec* spec;
    InstanceRecord shared;  // without the arguments in which the group's instances may differ
    std::vector<std::size_t> instances;
  };
  std::vector<Group> groups;
  std::map<std::tuple<const ParetoSpec*, std::string, std::string, std::string>, std::size_t>
      numbers;
  for (std::size_t k = 0; k < instances.size(); ++k) {
    const InstanceRecord& record = instances[k].record;
    const ParetoSpec* spec = spec_of(record);
    if (spec == nullptr || spec->axes.empty()) continue;
    const Bindings shared = arguments_of(record, *spec, false);
    // Different inputs are a different problem, unless the arguments of `across` cause the
    // difference.
    const std::string digest = spec->across.empty() ? record.input_digest : "";
    const auto [number, fresh] =
        numbers.try_emplace({spec, record.problem, canonical_text(shared), digest}, groups.size());
    if (fresh) {
      groups.push_back({spec, {record.problem, shared, record.input_digest, {}, {}, 0}, {}});
    }
    auto& members = groups[number->second].instances;
    // Among instances with equal arguments, whose inputs have changed, the last one counts.
    std::erase_if(members, [&](std::size_t other) {
      return canonical_text(instances[other].record.arguments) == canonical_text(record.arguments);
    });
    members.push_back(k);
  }
  std::vector<const InstanceRecord*> records;
  for (const Group& group : groups) records.push_back(&group.shared);
  const auto labels = instance_labels(records);
  std::vector<ParetoFront> fronts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    fronts.push_back(front_of(*groups[g].spec, instances, groups[g].instances));
    fronts.back().label = labels[g];
  }
  return fronts;
}

}  // namespace assay
