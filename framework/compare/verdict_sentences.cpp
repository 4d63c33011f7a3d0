#include "framework/compare/verdict_sentences.hpp"

#include <fmt/format.h>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

std::string names(const InstanceComparison& instance, const std::vector<std::size_t>& entries) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const char* separator = i == 0 ? "" : i + 1 == entries.size() ? " and " : ", ";
    text += separator + one_line(instance.entries[entries[i]].label);
  }
  return text;
}

// A sentence on `better` against `worse`. `ratio` is worse over better, with a median of at least
// 1.
std::string better_sentence(const Objective& objective, const std::string& better,
                            const Interval& ratio, const std::string& worse) {
  const std::string ratio_text = format_ratio(ratio);
  if (objective.is_own()) {
    return fmt::format("{} is {} better than {} by {}.", one_line(better), ratio_text,
                       one_line(worse), one_line(objective.label()));
  }
  return objective.is_energy() ? fmt::format("{} needs {} less energy than {}.", one_line(better),
                                             ratio_text, one_line(worse))
                               : fmt::format("{} is {} faster than {}.", one_line(better),
                                             ratio_text, one_line(worse));
}

// The variant that the results agree with, if no independent reference verified them; otherwise "".
std::string agreement_of(const InstanceComparison& instance) {
  for (const Entry& entry : instance.entries) {
    if (entry.best && !entry.best->agrees_with.empty()) return one_line(entry.best->agrees_with);
  }
  return "";
}

std::string only_sentence(const Entry& entry) {
  const Measurement& best = *entry.best;
  const std::string label = one_line(entry.label);
  if (best.agrees_with.empty()) {
    return fmt::format("{} alone has a {}result.", label,
                       best.stage == imported_stage ? "" : "verified ");
  }
  return fmt::format(
      "{} alone has a result, which agrees with {}.", label,
      best.agrees_with == entry.variant.name ? "its own defaults" : one_line(best.agrees_with));
}

std::vector<std::string> ranking_sentences(const InstanceComparison& instance) {
  const auto& entries = instance.entries;
  const Verdict& verdict = instance.verdict;
  std::vector<std::string> sentences;
  switch (verdict.kind) {
    case Verdict::Kind::none:
      return {"No variant has a verified result."};
    case Verdict::Kind::only:
      return {only_sentence(entries[0])};
    case Verdict::Kind::winner:
      sentences.push_back(
          better_sentence(instance.objective, entries[0].label, *verdict.margin, entries[1].label));
      break;
    case Verdict::Kind::tie:
      sentences.push_back(fmt::format("Tie: {} and {} are equivalent, within {}.",
                                      one_line(entries[0].label), names(instance, verdict.tied),
                                      format_percent(verdict.equivalence)));
      break;
    case Verdict::Kind::undecided:
      sentences.push_back(fmt::format(
          "Undecided: {} cannot be told from {}{}{}.", one_line(entries[0].label),
          names(instance, verdict.undecided), verdict.advice.empty() ? "" : "; ", verdict.advice));
      break;
  }
  // With the runner-up as the reference, the winner's margin says this already.
  const auto reference = instance.reference;
  const bool said = reference && *reference == 1 && verdict.kind == Verdict::Kind::winner;
  if (reference && !said && entries[0].best->speed_up && entries[0].best->speed_up->lower > 1) {
    sentences.push_back(better_sentence(instance.objective, entries[0].label,
                                        *entries[0].best->speed_up, entries[*reference].label));
  }
  return sentences;
}

}  // namespace

std::vector<std::string> verdict_sentences(const InstanceComparison& instance) {
  auto sentences = ranking_sentences(instance);
  if (const std::string other = agreement_of(instance); !other.empty()) {
    sentences.push_back(fmt::format(
        "The results were not verified independently: they only agree with {} at its defaults.",
        other));
  }
  if (!instance.requirements.empty()) {
    sentences.push_back(
        fmt::format("Only results that meet {} are ranked.", one_line(instance.requirements)));
  }
  return sentences;
}

}  // namespace assay
