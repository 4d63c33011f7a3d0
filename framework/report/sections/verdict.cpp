// The winners, how doubtful they are, and the failures.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/verdict_sentences.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/process_strips.hpp"
#include "framework/report/section.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

constexpr std::size_t few_instances = 6;  // up to so many, all sentences and results are shown open

struct Wins {
  std::size_t count = 0;
  double least = 0;  // of the margins over the runner-up
  double most = 0;
};

std::string plural(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

const std::string& label_of(const ProblemComparison& problem, std::size_t instance,
                            const Entry& entry) {
  for (const Competitor& competitor : problem.competitors) {
    if (competitor.entries[instance] == &entry) return competitor.label;
  }
  return entry.label;
}

std::string wins_text(const std::string& label, const Wins& wins, const Objective& objective) {
  std::string range = format_ratio(wins.least);
  if (wins.most > wins.least) range += " to " + format_ratio(wins.most);
  return fmt::format("{} wins {} ({} {} than the runner-up)", one_line(label), wins.count, range,
                     objective.is_own()      ? "better"
                     : objective.is_energy() ? "less energy"
                                             : "faster");
}

// A sentence such as "9 instances: a wins 5 (1.2x to 3.1x faster than the runner-up), b wins 3
// (...), 1 tie."
std::string outcome_sentence(const ProblemComparison& problem) {
  std::map<std::string, Wins> winners;
  std::map<Verdict::Kind, std::size_t> others;
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const InstanceComparison& instance = *problem.instances[i];
    if (instance.verdict.kind != Verdict::Kind::winner) {
      ++others[instance.verdict.kind];
      continue;
    }
    const double margin = instance.verdict.margin->median;
    Wins& wins = winners[label_of(problem, i, instance.entries[0])];
    wins.least = wins.count == 0 ? margin : std::min(wins.least, margin);
    wins.most = std::max(wins.most, margin);
    ++wins.count;
  }
  std::vector<std::string> parts;
  std::vector<std::pair<std::string, Wins>> order(winners.begin(), winners.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  const Objective& objective = problem.instances.front()->objective;
  for (const auto& [label, wins] : order) parts.push_back(wins_text(label, wins, objective));
  const auto add = [&](Verdict::Kind kind, const char* text) {
    if (others[kind] > 0) parts.push_back(fmt::format("{} {}", others[kind], text));
  };
  add(Verdict::Kind::tie, others[Verdict::Kind::tie] == 1 ? "tie" : "ties");
  add(Verdict::Kind::undecided, "undecided");
  add(Verdict::Kind::only, "with one variant only");
  add(Verdict::Kind::none, "without any verified result");
  return fmt::format("{}: {}.", plural(problem.instances.size(), "instance"),
                     fmt::join(parts, ", "));
}

// Sentences on what weakens the results, as far as it can be counted.
std::vector<std::string> doubt_sentences(const PageModel& model) {
  std::size_t results = 0;
  std::size_t imported = 0;
  std::size_t unconfirmed = 0;
  std::size_t slowed = 0;
  std::size_t agreeing = 0;
  std::size_t unverified = 0;
  for (const ProblemComparison& problem : model.problems) {
    for (const InstanceComparison* instance : problem.instances) {
      for (const Entry& entry : instance->entries) {
        if (!entry.best) continue;
        ++results;
        const bool theirs = entry.best->stage == imported_stage;
        imported += theirs ? 1 : 0;
        unconfirmed += theirs || entry.best->stage == "final" ? 0 : 1;
        slowed += entry.best->slowed > 0 ? 1 : 0;
        agreeing += entry.best->agrees_with.empty() ? 0 : 1;
        unverified += entry.best->verified && entry.best->verified->unverified > 0 ? 1 : 0;
      }
    }
  }
  std::vector<std::string> sentences = {fmt::format(
      "Each process counts as one piece of evidence. All intervals of an instance hold together at "
      "{}. {}",
      format_percent(model.comparison.confidence),
      imported == 0 ? "Only verified results are ranked."
                    : "Verified results are ranked, and imported ones only among themselves.")};
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) sentences.push_back(fmt::format("{} of {} results {}.", count, results, what));
  };
  add(imported, "were recorded by another tool: assay has not verified that they are right");
  add(agreeing, "only agree with a competing variant: no independent reference verified them");
  add(unverified, "contain samples that were not verified");
  add(unconfirmed, "rest on the search alone: they were not measured again in fresh processes");
  add(slowed, "contain samples during which the device slowed itself down");
  return sentences;
}

// One line for each instance and variant whose configurations were disqualified.
std::vector<std::string> disqualified_sentences(const PageModel& model) {
  std::vector<std::string> sentences;
  for (const ProblemComparison& problem : model.problems) {
    for (std::size_t i = 0; i < problem.instances.size(); ++i) {
      for (const Entry& entry : problem.instances[i]->entries) {
        if (entry.disqualified.empty()) continue;
        sentences.push_back(fmt::format(
            "Disqualified on {}: {} of {}, right in some trials and wrong in others; the first "
            "wrong one: {}.",
            one_line(problem.names[i]), plural(entry.disqualified.size(), "configuration"),
            one_line(label_of(problem, i, entry)),
            one_line(fmt::format("{}, {}", to_string(entry.disqualified.front().configuration),
                                 to_string(entry.disqualified.front().wrong)))));
      }
    }
  }
  return sentences;
}

std::string failure_sentence(const PageModel& model) {
  std::map<std::string, std::size_t> kinds;
  std::size_t failed = 0;
  for (const StoredTrial& trial : model.trials) {
    if (trial.status == TrialStatus::ok) continue;
    ++failed;
    ++kinds[to_string(trial.status)];
  }
  if (failed == 0) return fmt::format("None of {} failed.", plural(model.trials.size(), "trial"));
  std::vector<std::string> parts;
  for (const auto& [kind, count] : kinds) parts.push_back(fmt::format("{} {}", count, kind));
  return fmt::format("{} of {} failed: {}; the section on tuning says why.", failed,
                     plural(model.trials.size(), "trial"), fmt::join(parts, ", "));
}

Table instance_verdicts(const ProblemComparison& problem) {
  Table table{{{"instance"}, {"verdict"}}, {}};
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const InstanceComparison* instance = problem.instances[i];
    std::string text;
    for (const std::string& sentence : verdict_sentences(*instance)) {
      text += (text.empty() ? "" : " ") + sentence;
    }
    const bool won = instance->verdict.kind == Verdict::Kind::winner;
    table.rows.push_back(
        {{one_line(problem.names[i])}, {text, won ? Meaning::plain : Meaning::doubtful}});
  }
  return table;
}

// Writes a problem. If it has few instances, the results behind their verdicts are shown open.
void write_problem(const PageModel& model, const ProblemComparison& problem, Markup& out) {
  if (model.problems.size() > 1) out.element("h3", problem.label);
  out.element("p", {{"class", "verdict"}}, outcome_sentence(problem));
  if (problem.instances.size() <= few_instances) {
    write_html_table(instance_verdicts(problem), "Verdicts: " + problem.label, out);
    for (std::size_t i = 0; i < problem.instances.size(); ++i) {
      write_results(*problem.instances[i], model.comparison.confidence,
                    "Evidence: " + problem.names[i], out);
    }
  } else {
    write_folded_table(instance_verdicts(problem), "The verdict on each instance", out);
  }
}

}  // namespace

Section verdict_section(const PageModel& model) {
  Section section{"verdict", "Verdict", {}, nullptr};
  Markup& out = section.body;
  for (const MachineComparison& machine : model.comparison.machines) {
    out.element("p", "On " + machine_text(machine.machine) +
                         "; measured: " + one_line(model.comparison.mode) + ".");
    for (const ProblemComparison& problem : model.problems) {
      if (problem.machine == &machine) write_problem(model, problem, out);
    }
  }
  if (!model.problems.empty()) {
    write_sentences(disqualified_sentences(model), out);
    write_sentences(doubt_sentences(model), out);
    out.element("p", failure_sentence(model));
  }
  for (const std::string& note : model.comparison.notes) out.element("p", "Note: " + note);
  return section;
}

}  // namespace assay
