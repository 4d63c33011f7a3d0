#include "framework/compare/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "framework/core/units.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

constexpr std::size_t most_disqualified = 5;  // of an entry; each gets a note

void add_disqualified(const Entry& entry, std::vector<std::string>& notes) {
  const std::size_t count = entry.disqualified.size();
  const std::size_t told = std::min(count, most_disqualified);
  for (std::size_t k = 0; k < told; ++k) {
    const auto& [configuration, wrong] = entry.disqualified[k];
    const std::string text = to_string(configuration);
    notes.push_back(fmt::format("{}{}{} is disqualified: {}", text, text.empty() ? "" : " of ",
                                entry.label, to_string(wrong)));
  }
  if (told < count) {
    notes.push_back(
        fmt::format("{}: {} more of its configurations are disqualified, each for a wrong trial",
                    entry.label, count - told));
  }
}

// The chance that so many samples reveal a fault that shows in one of a hundred, such as a race.
std::string chance_text(std::uint64_t samples) {
  const double chance = 1 - std::pow(0.99, static_cast<double>(samples));
  return chance > 0.99 ? "more than 99%" : format_share(chance);
}

void add_unverified(const Entry& entry, std::vector<std::string>& notes) {
  if (!entry.best || !entry.best->verified || entry.best->verified->unverified == 0) return;
  const auto& [in_full, by_digest, unverified] = *entry.best->verified;
  const std::uint64_t verified = in_full + by_digest;
  notes.push_back(
      fmt::format("{} of {} samples of {} were verified: that many reveal a fault that shows in "
                  "one sample of a hundred with a probability of {}",
                  verified, verified + unverified, entry.label, chance_text(verified)));
}

// Proposes to rank by device time where launching and waiting make up much of what is ranked.
void add_host_share(const InstanceComparison& instance, std::vector<std::string>& notes) {
  constexpr double much = 0.2;
  std::vector<std::string> shares;
  for (const Entry& entry : instance.entries) {
    if (!entry.best || !entry.best->device || !(entry.best->wall > 0)) continue;
    const double share = 1 - *entry.best->device / entry.best->wall;
    if (share > much) shares.push_back(fmt::format("{} {}", entry.label, format_share(share)));
  }
  if (shares.empty()) return;
  notes.push_back(
      fmt::format("the host's share of a sample, launching and waiting, is large: {}; objective = "
                  "\"device-time\" ranks by what the device does",
                  fmt::join(shares, ", ")));
}

std::size_t measured_count(const InstanceComparison& instance) {
  return static_cast<std::size_t>(std::count_if(instance.entries.begin(), instance.entries.end(),
                                                [](const Entry& e) { return !!e.best; }));
}

}  // namespace

void add_notes(InstanceComparison& instance, const std::string& reference,
               const Objective& objective) {
  auto& notes = instance.notes;
  if (!instance.reference && !reference.empty() && measured_count(instance) > 0) {
    notes.push_back(fmt::format(
        "no speed-ups: the reference {} has no verified result on this instance", reference));
  }
  std::vector<std::string> imported;
  for (const Entry& entry : instance.entries) {
    add_disqualified(entry, notes);
    add_unverified(entry, notes);
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
      notes.push_back(
          fmt::format("{}: {} of its {} samples were taken while the device slowed itself down "
                      "(power, heat), and retaking them did not help",
                      entry.label, best.slowed, best.samples));
    }
    if (best.floor && best.floor->share > 1) {
      notes.push_back(
          fmt::format("{}: {} of the floor, faster than the counted work at the peaks of copies "
                      "and plain multiply-adds: it needs fewer operations, uses matrix units or "
                      "caches, or a count is wrong",
                      entry.label, format_share(best.floor->share)));
    }
  }
  if (objective.name == "time") add_host_share(instance, notes);
  if (!imported.empty()) {
    notes.push_back(fmt::format(
        "{}: recorded by another tool; assay has not verified that the results are right",
        fmt::join(imported, ", ")));
  }
}

}  // namespace assay
