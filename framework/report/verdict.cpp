#include "framework/report/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "framework/core/units.hpp"
#include "framework/inference/median.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

std::size_t measured_count(const InstanceComparison& instance) {
  return static_cast<std::size_t>(std::count_if(instance.entries.begin(), instance.entries.end(),
                                                [](const Entry& e) { return !!e.best; }));
}

Interval ratio_interval(const std::vector<double>& numerator,
                        const std::vector<double>& denominator, double confidence) {
  const double each = 1 - (1 - confidence) / 2;
  const Interval above = inference::median_interval(numerator, each);
  const Interval below = inference::median_interval(denominator, each);
  return {above.median / below.median, above.lower / below.upper, above.upper / below.lower};
}

Verdict verdict_of(const InstanceComparison& instance, double confidence) {
  Verdict verdict;
  const std::size_t measured = measured_count(instance);
  if (measured < 2) {
    verdict.kind = measured == 0 ? Verdict::Kind::none : Verdict::Kind::only;
    return verdict;
  }
  bool too_few = false;
  const auto& fastest = instance.entries[0].best->values;
  for (std::size_t i = 1; i < measured; ++i) {
    const Interval ratio = ratio_interval(instance.entries[i].best->values, fastest, confidence);
    if (i == 1) {
      verdict.margin = ratio;
    }
    // Written so that a ratio that is not a number counts as not told apart.
    if (!(ratio.lower > 1)) {
      verdict.tied.push_back(i);
      too_few = too_few || !std::isfinite(ratio.upper);
    }
  }
  verdict.kind = verdict.tied.empty() ? Verdict::Kind::winner
                 : too_few            ? Verdict::Kind::inconclusive
                                      : Verdict::Kind::tie;
  return verdict;
}

// Of several entries of the reference variant (devices, builds) the fastest.
std::optional<std::size_t> find_reference(const InstanceComparison& instance,
                                          const std::string& reference) {
  for (std::size_t i = 0; i < instance.entries.size(); ++i) {
    if (instance.entries[i].best && instance.entries[i].variant.name == reference) {
      return i;
    }
  }
  return std::nullopt;
}

void add_notes(InstanceComparison& instance, const std::string& reference, double confidence) {
  auto& notes = instance.notes;
  if (!instance.reference && !reference.empty() && measured_count(instance) > 0) {
    notes.push_back(fmt::format(
        "no speed-ups: the reference {} has no verified result on this instance", reference));
  }
  std::vector<std::string> disagreeing;
  std::vector<std::string> imported;
  for (const Entry& entry : instance.entries) {
    if (!entry.best) {
      continue;
    }
    const Measurement& best = *entry.best;
    if (best.stage == imported_stage) imported.push_back(entry.label);
    if (best.stage == "search") {
      notes.push_back(
          fmt::format("{}: search only. Its samples also chose it among {} configurations, which "
                      "flatters it; measure the finalists again before believing its margin",
                      entry.label, entry.configurations));
    }
    if (best.slowed > 0) {
      notes.push_back(fmt::format(
          "{}: {} of its {} samples were taken while the device slowed itself down (power, heat), "
          "as it went on doing when they were retaken",
          entry.label, best.slowed, best.samples));
    }
    if (!std::isfinite(best.value.upper)) {
      notes.push_back(fmt::format("{}: {} sample{} cannot bound the median at {}", entry.label,
                                  best.samples, best.samples == 1 ? "" : "s",
                                  format_percent(confidence)));
    }
    if (!best.processes_agree) disagreeing.push_back(entry.label);
    if (best.floor && best.floor->share > 1) {
      notes.push_back(fmt::format(
          "{}: {} of the floor, that is faster than the counted work at the peaks of copies and of "
          "plain multiply-adds: by fewer operations, matrix units or caches, or a count is wrong",
          entry.label, format_share(best.floor->share)));
    }
  }
  if (!imported.empty()) {
    notes.push_back(
        fmt::format("{}: recorded by another tool; whether the results were right nobody "
                    "verified here",
                    fmt::join(imported, ", ")));
  }
  if (!disagreeing.empty()) {
    notes.push_back(fmt::format(
        "{}: from process to process the medians differ by more than their intervals; the pooled "
        "interval is too narrow",
        fmt::join(disagreeing, ", ")));
  }
}

}  // namespace

const char* to_string(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::none:
      return "none";
    case Verdict::Kind::only:
      return "only";
    case Verdict::Kind::winner:
      return "winner";
    case Verdict::Kind::tie:
      return "tie";
    case Verdict::Kind::inconclusive:
      return "inconclusive";
  }
  return "none";
}

void rank(std::vector<Entry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.best && b.best) {
      return a.best->value.median < b.best->value.median;
    }
    return a.best || b.best ? a.best.has_value() : a.label < b.label;
  });
}

void judge(InstanceComparison& instance, const std::string& reference, double confidence) {
  instance.verdict = verdict_of(instance, confidence);
  instance.reference = find_reference(instance, reference);
  if (instance.reference) {
    const auto& base = instance.entries[*instance.reference].best->values;
    for (Entry& entry : instance.entries) {
      if (&entry == &instance.entries[*instance.reference]) {
        entry.best->speed_up = Interval{1, 1, 1};
      } else if (entry.best) {
        entry.best->speed_up = ratio_interval(base, entry.best->values, confidence);
      }
    }
  }
  add_notes(instance, reference, confidence);
}

}  // namespace assay
